import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actOf, isActingHandler } from '../../../lambdas/domain/links/acting-address.ts';

const shop = 'https://shop.example';

// As the platforms write them: WooCommerce and YITH, Zen Cart and osCommerce, OpenCart (3 and 4), PrestaShop, Magento,
// Shopify, Shopware (5 and 6), Oscar, OXID, CS-Cart, Bitrix, nopCommerce, BigCommerce, Salesforce, WebSphere Commerce,
// VirtueMart, Odoo; then shops of other languages.
const acting = [
  'https://s.example/?s=CAM-1801&add-to-cart=20',
  '/?wc-ajax=add_to_cart',
  '/index.php?main_page=index&action=add_product',
  '/index.php?route=checkout/cart.add&product_id=40',
  '/index.php?route=account/logout',
  '/?mylogout',
  '/catalog/product_compare/add/product/1/',
  '/cart/43217:1',
  '/checkout/product/add-by-number',
  '/note/add/ordernumber/SW1',
  '/index.php?dispatch=checkout.add..12',
  '/addproducttocart/catalog/1/1/1',
  '/wishlist.php?action=add&product_id=7',
  '/webapp/wcs/stores/servlet/OrderItemAdd?x=1',
  '/de/in-den-warenkorb/123',
  '/pl/dodaj-do-koszyka/12',
  '/ADD-TO-CART',
  '/reviews/12/vote/',
  '/comparer?x=1&action=delete',
  '/lisaa-ostoskoriin?id=12',
  '/laeg-i-kurv/12',
  '/dodaj-v-kosarico/12',
  '/lisa-ostukorvi/12',
  '/ielikt-groza/12',
  '/dodaty-do-koshyka/12',
  '/%EC%9E%A5%EB%B0%94%EA%B5%AC%EB%8B%88%EB%8B%B4%EA%B8%B0/12',
  '/%E5%8A%A0%E5%85%A5%E8%B3%BC%E7%89%A9%E8%BB%8A?id=12',
  '/prosthiki-sto-kalathi/12',
  '/הוסף-לסל/12',
  '/ostoskori/poista/12',
  '/buy-with-one-click/12',
  '/orders/populate?sku=A-1',
  '/?action=add%252Dto%252Dcart',
  '/items/12/delete',
  '/x?vote=up',
  '/api/cart/items?sku=1&qty=1',
];

const showing = [
  '/product/camera/',
  '/index.php?route=product/product&product_id=40&search=1801',
  '/buy/iphone-15',
  '/basket/wicker-basket-large',
  '/compare/camera-a-vs-camera-b',
  '/gb/bag/leather-bag-12',
  '/p/vote-for-pedro-shirt',
  '/shop?action=search&q=1',
  '/en/the-a/',
  '/index.php?cl=details&anid=7',
  '/remove-before-flight-keychain.html',
  '/carts/golf',
  '/p?service=update-kit',
  '/lisakorv-jalgrattale',
  '/agora/12',
  '/ostoskori',
  '/購物車',
  '/p/100%25-cotton',
  '/cart/golf-cart?sku=1',
];

describe('addresses that act on a shop', () => {
  it.each(acting)('%s acts', (address) => expect(actOf(new URL(address, shop))).toBeDefined());

  it.each(showing)('%s shows a page', (address) => expect(actOf(new URL(address, shop))).toBeUndefined());

  it('says which word acts', () => {
    expect(actOf(new URL('/?s=CAM-1801&add-to-cart=20', shop))).toBe('addtocart');
  });

  it('is the same however the address is encoded and cased', () => {
    for (const address of [
      '/?ADD-TO-CART=1',
      '/?add%2Dto%2Dcart=1',
      '/?add-to-cart%5B%5D=1',
      '/%61dd-to-cart/1',
    ])
      expect(actOf(new URL(address, shop))).toBe('addtocart');
  });

  it('is found behind however many parameters', () => {
    for (const count of [1, 59, 60, 61, 199, 200, 1_000]) {
      const url = new URL('/p/1', shop);
      for (let index = 0; index < count; index += 1) url.searchParams.set(`x${index}`, 'y');
      url.searchParams.set('add-to-cart', '20');
      expect(actOf(url), `${count} parameters`).toBeDefined();
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (path, name, value) => {
        const url = new URL(shop);
        url.pathname = path;
        url.searchParams.set(name, value);
        actOf(url);
      }),
    );
  });
});

describe('isActingHandler', () => {
  it.each([
    'addToCart(77)',
    'return ADD_TO_CART(77)',
    'Shop.cart.add({ id: 7 }); return false',
    'window.location=this.href; removeFromWishlist(7)',
    'inDenWarenkorb(7)',
  ])('knows what acts: %s', (code) => expect(isActingHandler(code)).toBe(true));

  it.each([
    '',
    "dataLayer.push({ event: 'add_to_cart' })",
    "ga('ec:addProduct', {}); ga('ec:setAction', 'click')",
    'openProduct(7)',
    'return confirmAge()',
    'list.add(7)',
    '('.repeat(400),
    'a.'.repeat(400),
    `${'a'.repeat(100)}addToCart(7)`,
  ])('leaves what only counts or shows: %s', (code) => expect(isActingHandler(code)).toBe(false));
});
