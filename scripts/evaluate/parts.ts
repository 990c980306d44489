/**
 * Parts of the engine that are left out by having one function find nothing: files below lambdas/pricing with the names
 * of functions at their top. Rules, relations, features and roles are in tables and need no line here.
 */
export const parts: Readonly<Record<string, readonly string[]>> = {
  'sources/markup/json-ld': ['readJsonLd'],
  'sources/markup/microdata': ['readMicrodata', 'readRdfa'],
  'sources/markup/open-graph': ['readOpenGraph'],
  'sources/state/state-products': ['readEmbeddedProducts', 'readAttributeProducts', 'wooVariations'],
  'sources/state/script-literals': ['readScriptLiterals', 'readStreamedState'],
  'sources/state/framework-state': ['findCache', 'pixelProduct', 'isShopifyProduct', 'isLoneShopifyVariant'],
  'sources/state/state-money': ['readCounted', 'decimalsStated'],
  'sources/state/state-sellers': ['readSellers', 'hasSoleItem', 'readStock'],
  'sources/state/state-variants': ['readVariants', 'readSizes', 'isOnMarket'],
  'text/printed-sign': ['isNotAPrice'],
  'refusal/hidden-price': ['findHiddenPrice'],
  'refusal/recognize-page-kind': [
    'isFrontPage',
    'recognizeByAddress',
    'challengeOf',
    'deniedOf',
    'waitingOf',
    'noShopOf',
    'consentOf',
    'loginOf',
    'emptySearchOf',
    'notFoundOf',
    'unavailableOf',
    'questionOf',
  ],
  'product/judge-identity': ['withIdentity'],
  'product/title-words': ['areContrary', 'readLetterSizes', 'nounsIn', 'isSupplyNumber'],
  'product/quantities': ['compareWanted'],
  'product/signed-numbers': ['haveConflictingMarks', 'haveOtherSigns', 'mayBeOfMarket', 'mayDifferInSign'],
  'product/compare-titles': ['isForOthers', 'isPartFor', 'isOtherGrade', 'isOtherModel', 'namesOneOf'],
  'sellers/gather-offers': ['ownBeside', 'soldByPage', 'soleSeller'],
  'sellers/seller-names': ['statedSellers'],
  'sellers/seller-mentions': ['findMentions', 'findShopLinks', 'belowCharges', 'picturedName'],
  'sellers/seller-words': ['isFreeShippingLine', 'isFeaturedLabel'],
  'sellers/visible-sellers': ['findPricedRows', 'rowTitles'],
  'product/search-hits': ['structuredHits', 'readSearchPage'],
  'product/sku-on-page': ['pageCarriesSku', 'isOwnNumberInScripts'],
  'rendering/reason-to-render': ['reasonToRender'],
};

export const partNames: readonly string[] = Object.entries(parts).flatMap(([file, names]) =>
  names.map((name) => `${file}#${name}`),
);
