import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actOf, isActingHandler } from '../../../lambdas/domain/links/acting-address.ts';

const shop = 'https://shop.example';

// URLs of platforms: WooCommerce and YITH, Zen Cart and osCommerce, OpenCart (3 and 4), PrestaShop, Magento,
// Shopify, Shopware (5 and 6), Oscar, OXID, CS-Cart, Bitrix, nopCommerce, BigCommerce, Salesforce, WebSphere
// Commerce, VirtueMart, Odoo; then shops of other languages.
const acting = [
  'https://s.example/?s=CAM-1801&add-to-cart=20',
  'https://s.example/?add%2Dto-cart%5B%5D=20',
  '/cart/?remove_item=abc&_wpnonce=1',
  '/?wc-ajax=add_to_cart',
  '/?add_to_wishlist=20',
  '/index.php?main_page=product_info&products_id=7&action=buy_now',
  '/index.php?main_page=index&action=add_product',
  '/index.php?main_page=product_info&products_id=7&action=notify',
  '/index.php?main_page=logoff',
  '/index.php?route=checkout/cart.add&product_id=40',
  '/index.php?route=account/wishlist|add',
  '/index.php?route=product/compare/add',
  '/index.php?route=account/logout',
  '/panier?add=1&id_product=3',
  '/index.php?controller=cart&add=1&id_product=3',
  '/?mylogout',
  '/checkout/cart/add/uenc/aHR0/product/1/',
  '/wishlist/index/add/product/1/',
  '/catalog/product_compare/add/product/1/',
  '/customer/account/logout/',
  '/cart/add?id=43',
  '/cart/43217:1',
  '/cart/43217%3A1',
  '/cart/43217%253a1,99%3A2',
  '/CART//c/%34:1.json',
  '/cart/change?line=1&quantity=0',
  '/checkout/line-item/add',
  '/checkout/product/add-by-number',
  '/wishlist/add/123',
  '/checkout/addArticle/sAdd/SW100',
  '/note/add/ordernumber/SW1',
  '/basket/add/1/',
  '/index.php?cl=details&fnc=tobasket&aid=1&am=1',
  '/index.php?dispatch=checkout.add..12',
  '/catalog/?action=ADD2BASKET&id=7',
  '/catalog/?action=ADD_TO_COMPARE_LIST&id=7',
  '/addproducttocart/catalog/1/1/1',
  '/cart.php?action=add&product_id=7',
  '/cart.php?action=buy&sku=7',
  '/wishlist.php?action=add&product_id=7',
  '/on/demandware.store/Sites-x-Site/en/Cart-AddProduct?pid=1',
  '/on/demandware.store/Sites-x-Site/en/Login-Logout',
  '/webapp/wcs/stores/servlet/OrderItemAdd?x=1',
  '/index.php?option=com_virtuemart&view=cart&task=add',
  '/shop/cart/update?product_id=1',
  '/de/in-den-warenkorb/123',
  '/produkt/x?in-den-warenkorb=1',
  '/es/anadir-al-carrito/12',
  '/pl/dodaj-do-koszyka/12',
  '/ru/добавить-в-корзину/12',
  '/tr/sepete-ekle/12',
  '/ADD-TO-CART',
  '/Add_To_Basket.aspx?p=1',
  '/addtocart.php?id=2',
  '/reviews/12/vote/',
  '/p/1/reviews/5/helpful',
  '/catalogue/x_1/reviews/2/vote/',
  '/comparer?x=1&action=delete',
  '/wishlist/remove/1',
  '/fi/lisää-ostoskoriin/12',
  '/lisaa-ostoskoriin?id=12',
  '/fi/lisää-koriin/12',
  '/læg-i-kurv/12',
  '/laeg-i-kurv/12',
  '/dodaj-u-košaricu/12',
  '/dodaj-u-kosaricu/12',
  '/dodaj-v-kosarico/12',
  '/add?prideti-i-krepseli=12',
  '/pridėti-į-krepšelį/12',
  '/lisa-ostukorvi/12',
  '/lisa-korvi/12',
  '/pievienot-grozam/12',
  '/ielikt-groza/12',
  '/додати-до-кошика/12',
  '/купити-зараз/12',
  '/dodaty-do-koshyka/12',
  '/장바구니-담기/12',
  '/?장바구니에추가=12',
  '/%EC%9E%A5%EB%B0%94%EA%B5%AC%EB%8B%88%EB%8B%B4%EA%B8%B0/12',
  '/加入購物車/12',
  '/加入購物籃/12',
  '/%E5%8A%A0%E5%85%A5%E8%B3%BC%E7%89%A9%E8%BB%8A?id=12',
  '/買い物かごに入れる/12',
  '/προσθήκη-στο-καλάθι/12',
  '/prosthiki-sto-kalathi/12',
  '/أضف-إلى-السلة/12',
  '/اضف-الى-السلة/12',
  '/הוסף-לסל/12',
  '/%D7%94%D7%95%D7%A1%D7%A3-%D7%9C%D7%A1%D7%9C/12',
  '/kosarica/12/ukloni',
  '/ostoskori/poista/12',
  '/product/12/1-click',
  '/product/12/one-click',
  '/buy-with-one-click/12',
  '/1-click-order/12',
  '/orders/7/reorder',
  '/orders/populate?sku=A-1',
  '/add%252Dto%252Dcart/1',
  '/?add%25252Dto%25252Dcart=1',
  '/?action=add%252Dto%252Dcart',
  '/delete?id=1',
  '/delete/12',
  '/items/12/delete',
  '/vote?id=1',
  '/vote/12',
  '/x?vote=up',
  '/api/v1/remove?sku=A-1',
  '/hinzufuegen?pid=3',
  '/api/cart/items?sku=1&qty=1',
  '/rest/V1/warenkorb/artikel?sku=1',
  '/warenkorb?aktion=hinzufuegen',
  '/carrito?accion=agregar',
  '/carrello?azione=aggiungi',
  '/koszyk?akcja=dodaj',
  '/basket/items/create',
  '/api/basket/products/create',
  '/rest/V1/guest-carts/x/items',
  '/rest/default/V1/carts/mine/items/3',
  '/api/v1/baskets/7/items?sku=1',
  '/addtobasket/12',
  '/removefromcart?id=1',
  '/RESTAddToCart/12',
  '/add2cart3',
];

const showing = [
  '/product/camera/',
  '/p/nike-555088-105',
  '/index.php?main_page=product_info&products_id=7',
  '/index.php?route=product/product&product_id=40&search=1801',
  '/index.php?route=product/search&search=add+to+cart',
  '/?s=add-to-cart&post_type=product',
  '/buy/iphone-15',
  '/kaufen/kamera-x',
  '/shop/bags/black',
  '/basket/wicker-basket-large',
  '/cart',
  '/cart-covers/p/12',
  '/compare/camera-a-vs-camera-b',
  '/wishlist',
  '/checkout',
  '/gb/bag/leather-bag-12',
  '/p/add-on-lens',
  '/plugins/add-to-cart-button-pro',
  '/p/vote-for-pedro-shirt',
  '/catalogsearch/result/?q=x',
  '/product.php?id=3&page=2&view=grid',
  '/shop?action=search&q=1',
  '/order/12',
  '/i.html?order=name&dir=asc',
  '/en/the-a/',
  '/p/carrelli/carrello-porta-tv',
  '/?a=123&lang=ger',
  '/index.php?cl=details&anid=7',
  '/dp/B000?ref=add',
  '/search?q=x&mode=list&submit=Search',
  '/remove-before-flight-keychain.html',
  '/add/1234.html',
  '/item/cart-12',
  '/carts/golf',
  '/p/delete',
  '/bestellen/1/',
  '/p?service=update-kit',
  '/p/mona-lisa',
  '/deti/hracky',
  '/lisakorv-jalgrattale',
  '/lisäkori',
  '/toode/korv',
  '/agora/12',
  '/μια-αγορά',
  '/kori/puukori',
  '/ostoskori',
  '/السلة',
  '/장바구니',
  '/購物車',
  '/1-click',
  '/reorder-kit',
  '/p/100%25-cotton',
  '/p/delete-key?id=1',
  '/cart/items',
  '/cart/golf-cart?sku=1',
  '/p?aktion=sommer',
  '/aktion/warenkorb-gewinnen',
  '/baskets/new',
  '/rest/V1/products/cart-12',
  '/api/carts/golf',
  '/items/create-your-own-mug',
  '/p/addtocartoon',
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
  ])('recognises actions: %s', (code) => expect(isActingHandler(code)).toBe(true));

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
  ])('ignores analytics and navigation: %s', (code) => expect(isActingHandler(code)).toBe(false));
});
