import { describe, expect, it, vi } from 'vitest';
import { metaRefreshTarget } from '../../../lambdas/web/http/refresh.ts';

const refresh = '<meta http-equiv="refresh" content="0; url=/next">';

describe('a meta refresh', () => {
  it.each([
    ['in an open element', `<div><p>${refresh}`, '/next'],
    ['behind a closed noscript', `<noscript><a>x</a></noscript>${refresh}`, '/next'],
    ['within noscript', `<noscript>${refresh}</noscript>`, undefined],
    ['within elements of a template', `<template><p><b>${refresh}</b></p></template>`, undefined],
    ['behind what hides it too deep', `${'<svg>'.repeat(100)}${refresh}`, undefined],
  ])('%s', (_name, html, target) => {
    expect(metaRefreshTarget(html)).toBe(target);
  });

  it.each([['<b></x>'], ['<a>'], ['<div></b>'], ['<svg><g>'], ['<li><ul>']])(
    'is found without tracking all open elements: %s',
    (piece) => {
      const lengths: number[] = [];
      const plain = Array.prototype.unshift;
      const counted = vi.spyOn(Array.prototype, 'unshift').mockImplementation(function (
        this: unknown[],
        ...items
      ) {
        lengths.push(this.length);
        return plain.apply(this, items);
      });
      try {
        metaRefreshTarget(`<i http-equiv=refresh>${piece.repeat(8_000)}`);
      } finally {
        counted.mockRestore();
      }
      expect(Math.max(0, ...lengths)).toBeLessThan(100);
    },
  );
});
