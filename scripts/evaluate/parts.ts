/**
 * Parts of the engine that are left out by having one function find nothing: files below lambdas/pricing with the names
 * of functions at their top. Rules, relations, features and roles are in tables and need no line here.
 */
export const parts: Readonly<Record<string, readonly string[]>> = {
  'structured/json-ld': ['readJsonLd'],
  'structured/microdata': ['readMicrodata'],
  'structured/rdfa': ['readRdfa'],
  'structured/open-graph': ['readOpenGraph'],
  'embedded/read-embedded': ['readEmbeddedProducts', 'readAttributeProducts', 'wooVariations'],
  'embedded/script-literals': ['readScriptLiterals', 'readStreamedState'],
  'embedded/framework-state': ['findCache', 'pixelProduct'],
  'embedded/shopify': ['isShopifyProduct', 'isLoneShopifyVariant'],
  'embedded/state-money': ['readCounted', 'decimalsStated'],
  'embedded/state-sellers': ['readSellers', 'hasSoleItem'],
  'embedded/state-stock': ['readStock'],
  'embedded/state-variants': ['readVariants', 'readSizes', 'isOnMarket'],
  'money/not-a-price': ['isNotAPrice'],
  'page-kind/hidden-price': ['findHiddenPrice'],
  'page-kind/front-page': ['isFrontPage'],
  'page-kind/recognize-page-kind': [
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
  'identity/judge-identity': ['withIdentity'],
  'identity/title-words': ['areContrary', 'readLetterSizes', 'nounsIn', 'isSupplyNumber'],
  'identity/quantities': ['compareWanted'],
  'identity/signed-numbers': ['haveConflictingMarks', 'haveOtherSigns', 'mayBeOfMarket', 'mayDifferInSign'],
  'identity/compare-titles': ['isForOthers', 'isPartFor', 'isOtherGrade', 'isOtherModel', 'namesOneOf'],
  'offers/gather-offers': ['statedSellers', 'ownBeside', 'soldByPage', 'soleSeller'],
  'offers/seller-mentions': ['findMentions', 'findShopLinks', 'belowCharges', 'picturedName'],
  'offers/seller-words': ['isFreeShippingLine', 'isFeaturedLabel'],
  'offers/visible-sellers': ['findPricedRows', 'rowTitles'],
  'search/search-hits': ['structuredHits', 'readSearchPage'],
  'search/sku-on-page': ['pageCarriesSku', 'isOwnNumberInScripts'],
  'rendering/reason-to-render': ['reasonToRender'],
};

export const partNames: readonly string[] = Object.entries(parts).flatMap(([file, names]) =>
  names.map((name) => `${file}#${name}`),
);
