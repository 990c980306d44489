// Search, theme switch, menu on phones, copying of code.
import { counted } from '../console/counted.ts';
import { createSearch, type Passage } from './search.ts';

const root = document.documentElement;
const element = <Kind extends HTMLElement>(selector: string): Kind => document.querySelector<Kind>(selector)!;

const startTheme = (): void => {
  const button = element('#theme');
  const isDark = (): boolean =>
    root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const label = (): void => button.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} theme`);
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
    label();
  });
  label();
  button.hidden = false;
};

const startMenu = (): void => {
  const button = element('#menu');
  const navigation = element('#navigation');
  button.addEventListener('click', () => {
    const isOpen = navigation.classList.toggle('open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
  navigation.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement)) return;
    navigation.classList.remove('open');
    button.setAttribute('aria-expanded', 'false');
  });
  button.hidden = false;
  root.classList.add('has-script');
};

const startCopying = (): void => {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('pre')!.innerText);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2_000);
    });
    if (navigator.clipboard) block.append(button);
  }
};

const readIndex = async (): Promise<ReturnType<typeof createSearch>> => {
  const answer = await fetch('search.json');
  if (!answer.ok) throw new Error(`The search index could not be loaded (status ${answer.status}).`);
  return createSearch((await answer.json()) as Passage[]);
};

/** Returns the part of a text around the first of some words. */
const excerpt = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase();
  const at = Math.max(
    0,
    Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), text.length),
  );
  const from = Math.max(0, at === text.length ? 0 : at - 60);
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 160)}${from + 160 < text.length ? ' …' : ''}`;
};

const startSearch = (): void => {
  const dialog = element<HTMLDialogElement>('#search');
  const field = element<HTMLInputElement>('#search input');
  const status = element('#search p');
  const hits = element('#search ul');
  let index: ReturnType<typeof readIndex> | undefined;

  const show = async (): Promise<void> => {
    const words = field.value.trim();
    index ??= readIndex();
    const found = words === '' ? [] : (await index)(words).slice(0, 12);
    // A newer query may have been typed meanwhile.
    if (words !== field.value.trim()) return;
    status.textContent =
      words === '' ? '' : found.length === 0 ? 'Nothing found.' : counted(found.length, 'result');
    hits.replaceChildren(
      ...found.map(({ id, page, heading, text, terms }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = id as string;
        const title = document.createElement('strong');
        title.textContent = heading === page ? page : `${page} › ${heading}`;
        const words = document.createElement('span');
        words.textContent = excerpt(text as string, terms);
        link.append(title, words);
        item.append(link);
        return item;
      }),
    );
  };

  const open = (): void => {
    if (!dialog.open) dialog.showModal();
    field.select();
  };
  field.addEventListener('input', () => {
    show().catch((error: unknown) => {
      index = undefined;
      status.textContent = `The search failed: ${(error as Error).message}`;
    });
  });
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') hits.querySelector('a')?.click();
  });
  hits.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || isTyping || event.ctrlKey || event.altKey || event.metaKey))
      return;
    event.preventDefault();
    open();
  });
  const button = element('#open-search');
  button.addEventListener('click', open);
  button.hidden = false;
};

startTheme();
startMenu();
startCopying();
startSearch();
