import { anyOf } from '../words/word-lists.ts';
/** How to recognize a framework that hydrates the page, from the server's HTML. */
export interface FrameworkMark {
  name: string;
  /** Strings in the markup; one is enough. */
  marks: readonly string[];
  /** The element whose content is hydrated, if not the whole page; everything else stays as sent. */
  island?: string;
}

/** Frameworks that rebuild the page in the browser and may change the price, not mere click handlers. */
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

/** Elements that are empty in the server's HTML if a script draws the whole page. */
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

/** Attributes that bind an element's content to a value. */
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

/** Placeholders for a price: dashes, dots, zero, a word for loading, an unrendered template. */
export const placeholderTexts: readonly RegExp[] = [
  /^[\s\p{Sc}\p{Pd}.…·•*_?,:/-]*$/u,
  /^[\s\p{L}\p{Sc}.:]{0,12}0+(?:[.,]0{1,3})?[\s\p{Sc}\p{L}.,-]{0,6}$/u,
  new RegExp(String.raw`^(?:${anyOf('waiting')})[\s.…]*$`, 'iu'),
  /\{\{[^{}]{1,100}\}\}|\$\{[^{}]{1,100}\}|<%=?[^%]{1,100}%>|%%[\w.]{1,60}%%/,
];
