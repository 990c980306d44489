import { anyOf } from '../lexicon/word-lists.ts';
/** How a framework that takes a page over in the browser is known by what its server sends. */
export interface FrameworkMark {
  name: string;
  /** Texts that stand in the markup; each leaves at least one of them. */
  marks: readonly string[];
  /**
   * Part of the page that is taken over: all of it, or only the content of such elements. Everything else stays as the
   * server sent it.
   */
  island?: string;
}

/**
 * Programs that build the page anew in the browser from what the server sent with it, and go on from there: what they
 * show in the end may be another price. Libraries that act on clicks alone are not named.
 */
export const frameworkMarks: readonly FrameworkMark[] = [
  { name: 'Next.js', marks: ['self.__next_f', 'id="__NEXT_DATA__"', "id='__NEXT_DATA__'"] },
  { name: 'Nuxt', marks: ['id="__NUXT_DATA__"', 'window.__NUXT__=', 'window.__NUXT__ ='] },
  { name: 'SvelteKit', marks: ['__sveltekit_', 'data-sveltekit-'] },
  { name: 'Astro', marks: ['<astro-island'], island: 'astro-island' },
  { name: 'React Router', marks: ['__reactRouterContext', '__remixContext'] },
  { name: 'Gatsby', marks: ['id="___gatsby"'] },
  { name: 'Vue', marks: ['data-server-rendered="true"', 'data-v-app'] },
  { name: 'Angular', marks: ['ng-server-context=', 'ng-state'] },
  { name: 'AngularJS', marks: [' ng-app=', ' data-ng-app=', ' ng-controller='] },
  { name: 'SolidStart', marks: ['_$HY=', '_$HY ='] },
  { name: 'Qwik', marks: ['q:container='] },
  { name: 'React', marks: ['data-reactroot'] },
  { name: 'Ember', marks: ['id="ember-', 'data-ember-'] },
];

/** Elements that are empty in what a server sends where a program is to draw all of the page. */
export const shellRoots: ReadonlySet<string> = new Set([
  '__next',
  '__nuxt',
  '___gatsby',
  'root',
  'app',
  'app-root',
  'react-root',
  'application',
  'main-app',
  'svelte',
  'q-app',
  'mount',
]);

/** Attributes by which a program prints a value into an element that has them. */
export const boundAttributes: readonly string[] = [
  'x-text',
  'x-html',
  'v-text',
  'v-html',
  ':text-content.prop',
  'ng-bind',
  'ng-bind-html',
  'data-ng-bind',
  'data-bind',
];

/** Placeholders of a price to come: dashes, dots, nought, a word of waiting, a template that nobody has filled. */
export const placeholderTexts: readonly RegExp[] = [
  /^[\s\p{Sc}\p{Pd}.…·•*_?,:/-]*$/u,
  /^[\s\p{L}\p{Sc}.:]{0,12}0+(?:[.,]0{1,3})?[\s\p{Sc}\p{L}.,-]{0,6}$/u,
  new RegExp(String.raw`^(?:${anyOf('waiting')})[\s.…]*$`, 'iu'),
  /\{\{[^{}]{1,100}\}\}|\$\{[^{}]{1,100}\}|<%=?[^%]{1,100}%>|%%[\w.]{1,60}%%/,
];
