// Links of search pages: which are followed, and by which address.
import { describe, expect, it } from 'vitest';
import { toPageAddress } from '../../../lambdas/domain/links/page-address.ts';

const shop = 'https://shop.example';
const read = (path: string): string | undefined =>
  toPageAddress(new URL(path, shop))?.href.slice(shop.length);

describe('a link of a search', () => {
  // Addresses that put goods into carts, lists and alerts, as shop software writes them.
  it.each([
    '/index.php?action=yith-woocompare-add-product&id=9',
    '/merchant.mvc?Screen=BASK&Action=ADPR&Product_Code=A-1',
    '/products/A-1?mode=cart',
    '/products/add_favorite/7',
    '/flow.php?step=add_to_cart&id=7',
    '/user.php?act=collect&id=7',
    '/flag/flag/later/7',
    '/productalert/add/stock/product_id/7',
    '/sales/order/reorder/order_id/7',
    '/orders/populate?sku=A-1',
    '/p/A-1;add-to-cart=1',
    '/p/A-1%3Fadd-to-cart=1',
    '/p/A-1/add/',
    '/shop/A-1/add',
    '/add/A-1',
    '/add-accessory-to-cart/7/1',
    '/cart-add-goods-7.html',
    '/cart-addGoodsToCart-7-1.html',
    '/INTERSHOP/web/WFS/S/de_DE/-/EUR/ViewCart-AddProduct?SKU=A-1',
    '/INTERSHOP/web/WFS/S/de_DE/-/EUR/ViewProductCompare-AddToCompare?SKU=A-1',
    '/on/demandware.store/Sites-S-Site/default/Cart-AddToWishlist',
    '/wishlist/index/cart/item/7/',
    '/wishlist/index/fromcart/item/7/',
    '/cart/plus/7',
    '/cart/items/new?product=7',
    '/cart?variant=7',
    '/atc/7',
    '/refresh-cart',
    '/backinstocksubscribe/7',
    '/notify-me?product=7',
    '/offer/accept/7',
    '/session/destroy',
    '/kurv/tilfoej/7',
    '/vergleichsliste.php?a=7',
    '/add?sku=A-1',
    '/lists/add?item=7',
    '/do/addItem?sku=A-1',
    '/store/addItem/7',
    '/store/OrderItemAdd?id=7',
    '/p/A-1/delete',
    '/order/new?sku=A-1',
    '/reserve/A-1',
    '/bid/A-1',
    '/1-click/A-1',
    '/cart/add?id=7',
    `/p/A-1?${'xx_=1&'.repeat(80)}add-to-cart=7&id=7`,
    '/warenkorb/hinzufügen/7',
    '/panier/ajouter/7',
    '/one-click/A-1',
    '/kassa/lisaa/7',
    '/poista/7',
    '/購買/7',
    '/추가/7',
    '/הוסף/7',
    '/flow.php?action=osta&id=7',
    `/p/A-1?${'x=1&'.repeat(80)}route=checkout/cart.add`,
  ])('is not followed if it may change state: %s', (path) => {
    expect(read(path)).toBeUndefined();
  });

  it.each([
    ['/index.php?BUYproducts_id=7', '/index.php'],
    ['/p/A-1?like=1', '/p/A-1'],
    ['/p/A-1?delete=1', '/p/A-1'],
    ['/p/A-1?notify_me=1', '/p/A-1'],
    ['/index.php?a=7&anzahl=1&wlPos=1', '/index.php?a=7'],
    ['/p/A-1?vergleichsliste=1', '/p/A-1'],
    ['/p/A-1?purchase=1&id=7', '/p/A-1?id=7'],
    ['/p/A-1?utm_source=search', '/p/A-1'],
    ['/p/A-1?lisa_id=7&id=7', '/p/A-1?id=7'],
    [`/p/A-1?${'x'.repeat(70)}_id=7&id=7`, '/p/A-1?id=7'],
  ])('is followed without its order: %s', (path, page) => {
    expect(read(path)).toBe(page);
  });

  it.each([
    '/p/A-1',
    '/p/remove-before-flight-key-ring',
    '/p/clear-case',
    '/p/golf-cart-cover',
    '/p/plus-size-dress',
    '/bags/shopping-bag-large-black',
    '/toggle-switch.html',
    '/buy/camera-x100',
    '/index.php?route=product/product&product_id=7',
    '/index.php?main_page=product_info&products_id=7&language=en',
    '/product.php?id_product=7&id_product_attribute=3',
    '/?p=123',
    '/?product=air-one',
    '/shop.cgi?action=view&item=7',
    '/catalogue/air-one_7/',
    '/dp/B000123456',
    '/p/A-1;jsessionid=0123ABCD',
    '/商品/カメラ',
    '/p/mona-lisa',
    '/deti/hracky-7',
    '/p.php?products_id=7&item-no=A&cPath=3_4&SKU=1',
  ])('is followed unchanged if it shows a page: %s', (path) => {
    expect(decodeURI(read(path) ?? '')).toBe(path);
  });
});
