import { describe, expect, it } from 'vitest';
import { siteOf } from '../../../lambdas/domain/links/site-of.ts';

describe('the site of a host', () => {
  it.each([
    ['www.shop.example', 'shop.example'],
    ['de.shop.example', 'shop.example'],
    ['www.shop.co.uk', 'shop.co.uk'],
    ['shop.com.au', 'shop.com.au'],
    ['cdn.shop.com.br', 'shop.com.br'],
    ['loja.xn--tyria-0ra.example', 'xn--tyria-0ra.example'],
    ['a.myshopify.com', 'a.myshopify.com'],
    ['shop.github.io', 'shop.github.io'],
    ['co.uk', 'co.uk'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[2606:4700::1111]', '[2606:4700::1111]'],
  ])('%s is %s', (hostname, site) => expect(siteOf(hostname)).toBe(site));
});
