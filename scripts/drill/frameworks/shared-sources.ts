import { type FrameworkCase, skuOf, titleOf } from './cases.ts';

export const jsonLdOf = (page: FrameworkCase): string | undefined =>
  page.stated === undefined
    ? undefined
    : JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: titleOf(page),
        sku: skuOf(page),
        offers: {
          '@type': 'Offer',
          price: page.stated,
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
        },
      });

/** `cases.js`: the server's data, without later changes. */
export const casesModule = (pages: readonly FrameworkCase[]): string => {
  const facts = pages.map((page) => ({
    slug: page.slug,
    title: titleOf(page),
    sku: skuOf(page),
    shown: page.shown,
    isClientOnly: page.isClientOnly,
    jsonLd: jsonLdOf(page),
  }));
  return `export const cases = ${JSON.stringify(facts, undefined, 1)};
export const caseOf = (slug) => cases.find((one) => one.slug === slug);
export const others = [['Tent peg', '€4.50'], ['Camp stove', '€64.90']];
`;
};

/** `later.js`: the later changes. Part of the bundles, not of the first HTML. */
export const laterModule = (pages: readonly FrameworkCase[]): string => {
  const changes = Object.fromEntries(
    pages.flatMap(({ slug, later }) => (later ? [[slug, { by: later.by, ms: later.ms }]] : [])),
  );
  const amounts = Object.fromEntries(
    pages.flatMap(({ slug, later }) => (later && later.by !== 'fetch' ? [[slug, later.price]] : [])),
  );
  return `const changes = ${JSON.stringify(changes)};
const amounts = ${JSON.stringify(amounts)};
/** @param set - takes { shown, isSoldOut } */
export const changeLater = (slug, set) => {
  const change = changes[slug];
  if (!change) return;
  const own = () => set({ shown: '€' + amounts[slug], isSoldOut: false });
  if (change.by === 'effect') own();
  else if (change.by === 'timer') setTimeout(own, change.ms);
  else
    fetch('/api/offers/' + slug)
      .then((answer) => answer.json())
      .then(({ price, isSoldOut }) => set({ shown: '€' + price, isSoldOut }));
};
`;
};

/** The product as a React component. */
export const reactProduct = (clientMark = ''): string => `${clientMark}
import { useEffect, useState } from 'react';
import { others } from './cases.js';
import { changeLater } from './later.js';

export default function Product({ page }) {
  const [offer, setOffer] = useState({ shown: page.shown, isSoldOut: false });
  useEffect(() => changeLater(page.slug, setOffer), [page.slug]);
  return (
    <main>
      <h1>{page.title}</h1>
      <p>Item {page.sku}</p>
      <p className="product-price">{offer.shown}</p>
      <p className="availability">{offer.isSoldOut ? 'Sold out' : 'In stock'}</p>
      <button type="button" disabled={offer.isSoldOut}>{offer.isSoldOut ? 'Sold out' : 'Add to cart'}</button>
      <p>A lamp for the head, for those who walk at night. 300 lumens, waterproof, with a strap that can be washed.</p>
      <section>
        <h2>You may also like</h2>
        <ul>{others.map(([name, price]) => <li key={name}><a href="/">{name}</a> <span>{price}</span></li>)}</ul>
      </section>
    </main>
  );
}
`;

/** The product in Vue. @param head - added to `script setup`. */
export const vueProduct = `<script setup>
import { onMounted, ref } from 'vue';
import { others } from './cases.js';
import { changeLater } from './later.js';
const { page } = defineProps(['page']);
const offer = ref({ shown: page.shown, isSoldOut: false });
onMounted(() => changeLater(page.slug, (next) => { offer.value = next; }));
</script>
<template>
  <main>
    <h1>{{ page.title }}</h1>
    <p>Item {{ page.sku }}</p>
    <p class="product-price">{{ offer.shown }}</p>
    <p class="availability">{{ offer.isSoldOut ? 'Sold out' : 'In stock' }}</p>
    <button type="button" :disabled="offer.isSoldOut">{{ offer.isSoldOut ? 'Sold out' : 'Add to cart' }}</button>
    <p>A lamp for the head, for those who walk at night. 300 lumens, waterproof, with a strap that can be washed.</p>
    <section>
      <h2>You may also like</h2>
      <ul><li v-for="[name, price] of others" :key="name"><a href="/">{{ name }}</a> <span>{{ price }}</span></li></ul>
    </section>
  </main>
</template>
`;
