import { cases, clientOnlyCases } from './cases.ts';
import type { FrameworkShop } from './framework-shop.ts';
import { casesModule, jsonLdOf, laterModule, reactProduct, vueProduct } from './shared-sources.ts';

const react = { react: '19.3.1', 'react-dom': '19.3.1' };
const shared = { 'cases.js': casesModule(cases), 'later.js': laterModule(cases) };
const paths = cases.map(({ slug }) => `/p/${slug}`);
const below = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

const next: FrameworkShop = {
  name: 'next',
  packages: { next: '16.4.6', ...react },
  build: ['node_modules/next/dist/bin/next', 'build'],
  output: 'out',
  cases,
  files: {
    'next.config.mjs': "export default { output: 'export' };\n",
    ...below('app', shared),
    'app/product.jsx': reactProduct("'use client';"),
    'app/client-product.jsx': `'use client';
import dynamic from 'next/dynamic';
export default dynamic(() => import('./product.jsx'), { ssr: false });
`,
    'app/layout.jsx': `export const metadata = { title: 'Lamps' };
export default function Layout({ children }) {
  return <html lang="en"><body><nav><a href="/">Lamps</a></nav>{children}</body></html>;
}
`,
    'app/page.jsx': 'export default function Home() { return <p>Lamps</p>; }\n',
    'app/p/[slug]/page.jsx': `import { caseOf, cases } from '../../cases.js';
import ClientProduct from '../../client-product.jsx';
import Product from '../../product.jsx';
export const dynamicParams = false;
export const generateStaticParams = () => cases.map(({ slug }) => ({ slug }));
export default async function Page({ params }) {
  const { slug } = await params;
  const { jsonLd, isClientOnly, ...page } = caseOf(slug);
  return <>
    {jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />}
    {isClientOnly ? <ClientProduct page={page} /> : <Product page={page} />}
  </>;
}
`,
  },
};

const nuxt: FrameworkShop = {
  name: 'nuxt',
  packages: { nuxt: '4.5.2', vue: '3.5.45' },
  build: ['node_modules/nuxt/bin/nuxt.mjs', 'generate'],
  output: '.output/public',
  cases,
  files: {
    'nuxt.config.mjs': `export default {
  telemetry: false,
  compatibilityDate: '2026-11-01',
  nitro: { prerender: { routes: ${JSON.stringify(paths)}, crawlLinks: false } },
};
`,
    ...below('app', shared),
    'app/product.vue': vueProduct,
    'app/app.vue': '<template><nav><a href="/">Lamps</a></nav><NuxtPage /></template>\n',
    'app/pages/index.vue': '<template><p>Lamps</p></template>\n',
    'app/pages/p/[slug].vue': `<script setup>
import { caseOf } from '../../cases.js';
import Product from '../../product.vue';
const { jsonLd, isClientOnly, ...page } = caseOf(useRoute().params.slug);
useHead({ htmlAttrs: { lang: 'en' }, title: page.title });
if (jsonLd) useHead({ script: [{ type: 'application/ld+json', innerHTML: jsonLd }] });
</script>
<template>
  <ClientOnly v-if="isClientOnly"><Product :page="page" /></ClientOnly>
  <Product v-else :page="page" />
</template>
`,
  },
};

const svelteKit: FrameworkShop = {
  name: 'sveltekit',
  packages: {
    '@sveltejs/kit': '3.2.0',
    '@sveltejs/adapter-static': '4.0.1',
    '@sveltejs/vite-plugin-svelte': '7.3.1',
    svelte: '5.57.3',
    vite: '8.3.8',
  },
  build: ['node_modules/vite/bin/vite.js', 'build'],
  output: 'build',
  cases,
  files: {
    'vite.config.js': `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit({ adapter: adapter({ strict: false }) })] };
`,
    'src/app.html':
      '<!doctype html><html lang="en"><head><meta charset="utf-8">%sveltekit.head%</head>' +
      '<body><nav><a href="/">Lamps</a></nav><div style="display: contents">%sveltekit.body%</div></body></html>\n',
    ...below('src/lib', shared),
    'src/lib/Product.svelte': `<script>
  import { onMount } from 'svelte';
  import { others } from './cases.js';
  import { changeLater } from './later.js';
  let { page } = $props();
  let offer = $state({ shown: page.shown, isSoldOut: false });
  onMount(() => changeLater(page.slug, (next) => { offer = next; }));
</script>
<main>
  <h1>{page.title}</h1>
  <p>Item {page.sku}</p>
  <p class="product-price">{offer.shown}</p>
  <p class="availability">{offer.isSoldOut ? 'Sold out' : 'In stock'}</p>
  <button type="button" disabled={offer.isSoldOut}>{offer.isSoldOut ? 'Sold out' : 'Add to cart'}</button>
  <p>A lamp for the head, for those who walk at night. 300 lumens, waterproof, with a strap that can be washed.</p>
  <section>
    <h2>You may also like</h2>
    <ul>{#each others as [name, price]}<li><a href="/">{name}</a> <span>{price}</span></li>{/each}</ul>
  </section>
</main>
`,
    'src/routes/+page.svelte': '<p>Lamps</p>\n',
    'src/routes/p/[slug]/+page.server.js': `import { caseOf, cases } from '../../../lib/cases.js';
export const prerender = true;
export const entries = () => cases.map(({ slug }) => ({ slug }));
export const load = ({ params }) => ({ page: caseOf(params.slug) });
`,
    'src/routes/p/[slug]/+page.svelte': `<script>
  import { browser } from '$app/environment';
  import Product from '../../../lib/Product.svelte';
  let { data } = $props();
</script>
<svelte:head>
  <title>{data.page.title}</title>
  {#if data.page.jsonLd}{@html '<script type="application/ld+json">' + data.page.jsonLd + '</' + 'script>'}{/if}
</svelte:head>
{#if browser || !data.page.isClientOnly}<Product page={data.page} />{/if}
`,
  },
};

const astro: FrameworkShop = {
  name: 'astro',
  packages: { astro: '7.3.5', '@astrojs/react': '7.0.0', ...react },
  build: ['node_modules/astro/bin/astro.mjs', 'build'],
  output: 'dist',
  cases,
  files: {
    'astro.config.mjs': `import react from '@astrojs/react';
export default { integrations: [react()] };
`,
    ...below('src', shared),
    'src/product.jsx': reactProduct(),
    'src/pages/p/[slug].astro': `---
import { cases } from '../../cases.js';
import Product from '../../product.jsx';
export const getStaticPaths = () => cases.map((one) => ({ params: { slug: one.slug }, props: one }));
const { jsonLd, isClientOnly, ...page } = Astro.props;
---
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>{page.title}</title>
    {jsonLd && <script is:inline type="application/ld+json" set:html={jsonLd} />}
  </head>
  <body>
    <nav><a href="/">Lamps</a></nav>
    {isClientOnly ? <Product client:only="react" page={page} /> : <Product client:load page={page} />}
  </body>
</html>
`,
  },
};

const reactRouter: FrameworkShop = {
  name: 'react-router',
  packages: {
    '@react-router/dev': '8.4.0',
    '@react-router/node': '8.4.0',
    'react-router': '8.4.0',
    isbot: '5.2.3',
    vite: '8.3.8',
    ...react,
  },
  build: ['node_modules/@react-router/dev/bin.cjs', 'build'],
  output: 'build/client',
  cases,
  files: {
    'react-router.config.js': `export default { ssr: false, prerender: ${JSON.stringify(paths)} };\n`,
    'vite.config.js': `import { reactRouter } from '@react-router/dev/vite';
export default { plugins: [reactRouter()] };
`,
    ...below('app', shared),
    'app/product.jsx': reactProduct(),
    'app/routes.js': `import { route } from '@react-router/dev/routes';
export default [route('p/:slug', 'page.jsx')];
`,
    'app/root.jsx': `import { Links, Meta, Outlet, Scripts } from 'react-router';
export default function Root() {
  return <html lang="en">
    <head><meta charSet="utf-8" /><Meta /><Links /></head>
    <body><nav><a href="/">Lamps</a></nav><Outlet /><Scripts /></body>
  </html>;
}
`,
    'app/page.jsx': `import { useEffect, useState } from 'react';
import { caseOf } from './cases.js';
import Product from './product.jsx';
export const loader = ({ params }) => caseOf(params.slug);
export const meta = ({ loaderData }) => [{ title: loaderData?.title }];
export default function Page({ loaderData }) {
  const { jsonLd, isClientOnly, ...page } = loaderData;
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return <>
    {jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />}
    {isInBrowser || !isClientOnly ? <Product page={page} /> : null}
  </>;
}
`,
  },
};

const clientOnly = {
  'cases.js': casesModule(clientOnlyCases),
  'later.js': laterModule(clientOnlyCases),
};
const shell = (root: string, entry: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lamps</title></head>` +
  `<body><div id="${root}"></div><script type="module" src="/src/${entry}"></script></body></html>\n`;
/** Servers of such shops add JSON-LD for search engines. */
const withData: FrameworkShop['serve'] = (html, page) => {
  const jsonLd = jsonLdOf(page);
  return jsonLd === undefined
    ? html
    : html.replace('</head>', `<script type="application/ld+json">${jsonLd}</script></head>`);
};

const viteReact: FrameworkShop = {
  name: 'vite-react',
  packages: { vite: '8.3.8', '@vitejs/plugin-react': '6.3.0', ...react },
  build: ['node_modules/vite/bin/vite.js', 'build'],
  output: 'dist',
  cases: clientOnlyCases,
  serve: withData,
  files: {
    'index.html': shell('root', 'main.jsx'),
    'vite.config.js': `import react from '@vitejs/plugin-react';
export default { plugins: [react()] };
`,
    ...below('src', clientOnly),
    'src/product.jsx': reactProduct(),
    'src/main.jsx': `import { createRoot } from 'react-dom/client';
import { caseOf } from './cases.js';
import Product from './product.jsx';
createRoot(document.getElementById('root')).render(<Product page={caseOf(location.pathname.split('/').pop())} />);
`,
  },
};

const viteVue: FrameworkShop = {
  name: 'vite-vue',
  packages: { vite: '8.3.8', '@vitejs/plugin-vue': '6.0.11', vue: '3.5.45' },
  build: ['node_modules/vite/bin/vite.js', 'build'],
  output: 'dist',
  cases: clientOnlyCases,
  serve: withData,
  files: {
    'index.html': shell('app', 'main.js'),
    'vite.config.js': `import vue from '@vitejs/plugin-vue';
export default { plugins: [vue()] };
`,
    ...below('src', clientOnly),
    'src/product.vue': vueProduct,
    'src/main.js': `import { createApp } from 'vue';
import { caseOf } from './cases.js';
import Product from './product.vue';
createApp(Product, { page: caseOf(location.pathname.split('/').pop()) }).mount('#app');
`,
  },
};

/** Frameworks by name. */
export const frameworks: Readonly<Record<string, FrameworkShop>> = Object.fromEntries(
  [next, nuxt, svelteKit, astro, reactRouter, viteReact, viteVue].map((shop) => [shop.name, shop]),
);
