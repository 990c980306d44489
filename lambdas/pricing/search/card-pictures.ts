import type { Element } from 'domhandler';
import { namesOrder, namesPlace } from '../../domain/links/acting-address.ts';
import { elementsWithin } from '../page/walk.ts';
import { hasRole, markupWords, maxName } from './card-words.ts';

/** Of a card, the nodes that are looked at: links in links must not be walked again and again. */
export const maxNodes = 300;
/** Of a link, the same. */
export const maxLinkNodes = 60;

/** Pixels; no product is shown so small. */
const maxIcon = 32;
const isSmall = (size = ''): boolean => /^\d+(?:px)?$/.test(size) && Number.parseInt(size, 10) <= maxIcon;

/** Whether the file of a picture is called as a control is: `btn_buy.png`, `basket.gif`; `bag.jpg` is a photograph. */
const isIconFile = (src: string): boolean => {
  if (/^data:/i.test(src)) return false;
  const [, name = '', type = ''] = /([^/]*?)(?:\.(\w+))?(?:[?#].*)?$/.exec(src.slice(-maxName))!;
  const words = markupWords(name);
  return (
    namesOrder(name) ||
    hasRole(words, 'IconFile') ||
    (/^(?:gif|png|svg)$/i.test(type) && words.some(namesPlace))
  );
};

/** Whether a picture is a control's, by its name, or smaller than any product is shown. */
const isIcon = ({ attribs: { src = '', width, height } }: Element): boolean =>
  isSmall(width) || isSmall(height) || isIconFile(src);

/** Elements of a shop's own, `amp-img`, and what has its picture from its style, or gets it from a script. */
const isPicture = (element: Element): boolean => {
  const { name, attribs } = element;
  if (name === 'img') return !isIcon(element);
  return (
    /^(?:picture|video|[a-z]+-(?:img|image|picture))$/.test(name) ||
    /background[^;]{0,40}url\(/i.test((attribs.style ?? '').slice(0, maxName)) ||
    ['data-bg', 'data-background', 'data-background-image'].some((each) => attribs[each] !== undefined)
  );
};

const pictureIn = (element: Element, most: number): Element | undefined =>
  elementsWithin([element], most).find(isPicture);

/** Whether a link has the first picture of its card, so that it is the product's and no control. */
export const showsPicture = (link: Element, card: Element): boolean => {
  const picture = pictureIn(link, maxLinkNodes);
  return picture !== undefined && pictureIn(card, maxNodes) === picture;
};

/** Whether the pictures of a link are drawings, as buttons are, and no photographs by their files. */
export const isDrawing = (link: Element): boolean =>
  elementsWithin(link.children, maxLinkNodes).every(
    ({ name, attribs: { src = '' } }) =>
      name !== 'picture' && (name !== 'img' || /\.(?:gif|png|svg)(?:[?#]|$)/i.test(src.slice(-maxName))),
  );

/** Whether an icon within a link is called as an order is: `<i class="fa fa-heart">`, `<use href="#cart">`. */
export const hasActingIcon = (link: Element): boolean =>
  elementsWithin(link.children, maxLinkNodes).some(({ attribs }) =>
    [attribs.class, attribs.href, attribs['xlink:href']].some((given = '') => {
      const names = given.slice(0, maxName).split(/\s+/);
      return names.some((name) => {
        const words = markupWords(name);
        return namesOrder(name) || hasRole(words, 'ActingIcon') || words.some(namesPlace);
      });
    }),
  );
