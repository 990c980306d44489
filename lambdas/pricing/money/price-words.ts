import { wordsBefore, wordsBehind, wordsOnlyBehind } from '../lexicon/amount-words.ts';
import { wordsOf } from '../lexicon/lexicon.ts';

/** What a price is called, whichever it is. */
export const priceNames = wordsOf('Price', 'PriceNoun', 'PriceAlone', 'Total');

/** Lowest of several prices: "from", "ab", "à partir de". */
export const fromWords = wordsBefore('From');

/** The same behind the price: "$10 and up", "10円から". */
export const fromWordsBehind = wordsOnlyBehind('From');
/** The same by a sign: "$10+", but not the first of two amounts that are added. */
export const fromSignBehind = /^\s*\+(?![\d\s\p{Sc}]*\d)/u;

/** A price that no longer holds or that is only compared with. */
export const wasWords = wordsBefore('Was');

/** A price from which the discount is taken already, although a word of saving stands in its name. */
export const discountedWords = wordsBefore('Discounted');

/** Old beside a lower price, and the price itself where there is none that everybody pays. */
export const regularWords = wordsBefore('Regular');

/** The price that holds, beside one that does not. */
export const nowWords = wordsBefore('Now');

/** What all that was chosen costs together. */
export const totalWords = wordsBefore('Total');

/** A price for those who belong to a club, hold a card or subscribe. */
export const memberWords = wordsBefore('Members');
/** A card that a device holds, and nobody shows at the till. */
export const cardOfDevice =
  /(?:tarjeta|cartão|karti?[cť]?\p{L}{0,4}|card\p{L}{0,3}|carta|карт\p{L}{0,4}|κάρτα)\s(?:de (?:sonido|v[ií]deo|mem[oó]ria|rede?)|gr[aá]fi\p{L}*|γραφικ\p{L}*|μνήμης|ήχου|видео\p{L}*|відео\p{L}*|памят\p{L}*|пам['’ʼ]ят\p{L}*|памет\p{L}*|paměť\p{L}*|pamäť\p{L}*|pamięci|e?sim|sd|micro\p{L}*|nfc|wi-?fi)(?!\p{L})/iu;
/** The price of everybody else, beside theirs. */
export const nonMemberWords = wordsBefore('NonMembers');
export const memberWordsBehind = wordsBehind('Members');

/** What is paid with a code or voucher, right before the price: "mit Gutscheincode SOMMER 39,99 €". */
export const withCodeBefore =
  /(?:(?<![\p{L}\p{N}])(?:with|using|after|mit|nach|avec|après|con|com|met|z|s|cu|с|з|со|med)\s(?:\p{L}{1,12}\s){0,2}?(?:coupons?|c[óo]digo|koden?|kód|codes?|(?:promo|coupon|voucher|discount|rabatt|kortings)[\s-]?code|vouchers?|gutschein\p{L}*|code promo|cup[óo]n|cupom|codice(?: sconto)?|buono|kod(?:em|om|ul)?|kódem|kódom|kupon(?:em|om)?|промокод\p{L}{0,2}|купон\p{L}{0,2}|rabat(?:kode|kod)|rabattkod)(?:\s[\p{Lu}\d]{3,14})?|券[后後][价價]?)\s*:?\s*\p{Sc}?\s*$/iu;
/** Where a discount that everybody gets is taken off. */
export const basketWords = wordsBefore('Basket');
const basketTail =
  /^(?:\s(?:%\s?\d{1,2}|\d{1,2}\s?%))?(?:\s(?:net|ek))?(?:\s(?:i̇|[iİı])ndirim(?:li|le)?(?:\sfiyat\p{L}{0,3})?)?\s*:?\s*\p{Sc}?\s*$/iu;
/** The same right before the price: "Sepette %15 indirim 89,90 TL". */
export const basketBefore = {
  test: (text: string): boolean => {
    const tail = basketWords.tailOf(text);
    return tail !== undefined && basketTail.test(tail);
  },
};
/** A code that is named behind the price: "₹ 499 Coupon code: SAVE10". */
export const codeNamedBehind =
  /^[\s,;:.()*|–-]{0,4}(?:(?:[Aa]pplicable|[Vv]alid)\s[^!?]{1,60}?|(?:[Uu]se|[Aa]pply|[Ww]ith)\s)?(?:[Cc]oupon|COUPON|[Pp]romo|[Vv]oucher|[Dd]iscount|[Gg]utschein|[Rr]abatt)[\s-]?(?:[Cc]ode|CODE)\s?:\s?[\p{Lu}][\p{Lu}\d]{2}/u;

/** The price in another currency than it is asked in. */
export const approximateWords = wordsBefore('Approximate');

/** The same product from other hands, beside the new one. */
export const usedOfferWords = wordsBefore('OtherCondition');

/** What is taken off. */
export const savingWords = wordsBefore('Saving');
export const savingWordsBehind = wordsBehind('Saving');

/** "20 %" behind a word of saving, which then speaks of it and not of the amount before. */
export const shareBehind =
  /^[\s:,.()–-]{0,4}(?:(?:of|o|um|von|de|di|du|à|až|up to|bis zu|hasta|fino a|até|до|на)\s)?(?:[%٪]\s?\d|\d{1,3}(?:[.,]\d{1,2})?\s?[%٪])/iu;

/** A part of the price, paid several times. */
export const instalmentWords = wordsBefore('Instalment');
export const instalmentWordsBehind =
  /^[\s,;:.()*]{0,3}(?:(?:\/|per|a|pro|im|par|al|no|por|za|pr\.?|i|в|на|ανά|τον|το|bir)\s*)?(?:month|mo(?:nth)?s?\b|mth|monat|mois|mes(?:e)?(?![\p{L}])|mês|maand|mies(?:iąc|\.)?|měs(?:íc|\.)?|mesiac|hó(?:nap)?(?![\p{L}])|lună|mån(?:ad)?|måned|mnd|mdr?\.|kk(?![\p{L}])|мес(?:яц|\.)?|міс(?:яць|\.)?|месец|μήνα|ay(?![\p{L}])|bulan|tháng|เดือน|月|개월|شهر|חודש|mtl\.?|monatl|mėn|mēn|kuus?(?![\p{L}])|mj\.|mensal|[./]?m\.?(?![\p{L}\d])|week|woche|semaine|year|jahr|an(?:née)?\b|år(?![\p{L}]))|^\s?(?:\/|per |pro |par |al |por |za |på )\s?(?:day|tag|jour|día|dia|giorno|dag|dzień|den|nap|zi|dan|день|día|日|วัน)(?![\p{L}])|^\s?(?:\/|per |pro |par |al |por |za |på |på)\s?(?:day|tag|jour|día|dia|giorno|dag|dzień|den|nap|zi|dan|день|día|日|วัน)(?![\p{L}])|^\s*(?:x|×|х)\s*\d{1,2}(?![\d.,])/iu;
/** The same in words that a language's file has: "500 रु प्रति महिना". */
export const instalmentNamedBehind = wordsOnlyBehind('Instalment');
/** "3 x", "12×" right before the price. */
export const timesBefore =
  /(?:^|\s)in \d{1,2} of\s*$|(?:^|[^\p{L}\d.,])(\d{1,3})\s*(?:x|×|х|\*|rate da|fois|vezes de|cuotas de|parcelas de|payments of|raten (?:à|zu|a)|mal|(?:meses|mensualidades|pagos|quincenas|mois|mesi|msi|monate|termijnen|měsíců|miesięcy|месяц\p{L}{1,2})(?: (?:sin intereses|sem juros|sans frais))?)\s*(?:de|of|à|zu|da|di|po|по|a)?\s*$/iu;

/** A price per quantity: per kilogram, per 100 ml, per metre. */
export const perUnitBehind =
  /^[\s(]{0,3}(?:[/毎每]|(?:per|pro|je|par|por|al|le|la|ogni|cada|voor|za|pr\.?|pe|på|за|на|ανά|το)(?!\p{L}))\s*(?:1\s*)?(?:\d{1,4}(?:[.,]\d{1,2})?\s*)?(?:kg|kilo(?:gramm?)?s?|g|gr|gramm?s?|mg|l|ltr?|lit(?:er|re|ro|r)s?|ml|cl|dl|m|m[²³23]|cm|mm|qm|lfm|sqm|sq\.? ?(?:ft|m|yd)|ft|metre|meter|mètre|metro|metr|lb|lbs|oz|fl\.? ?oz|ounce|pound|gal(?:lon)?|pint|quart|yd|yard|dose|tablet|tablette|kapsel|capsule|blatt|sheet|wash|load|waschladung|kwh|кг|г|гр|л|мл|м|м²|м2|кв\.? ?м|пог\.? ?м|λίτρο|κιλό|公斤|克|公克|斤|100g)(?![\p{L}\p{N}])/iu;
/** The same in words that a language's file has: "500 रु प्रति किलो". */
export const perUnitNamedBehind = wordsOnlyBehind('PerUnit');
export const perUnitBefore = wordsBefore('PerUnit');

/** "1 kg = 12,45 €": what the quantity would cost. */
export const quantityBefore =
  /(?:^|[\s(])\d{1,4}(?:[.,]\d{1,3})?\s?(?:kg|g|gr|mg|l|lit(?:er|re|ro)|ml|cl|dl|m|cm|m[²23]|qm|lb|oz|кг|г|л|мл|м|st(?:ück|k)?\.?|szt\.?|ks|шт\.?)\s?=\s?$/iu;

/** A price for those who pay in one certain way: "R$ 142,40 no Pix", "120 € bei Vorkasse". */
export const paymentMethodBehind =
  /^[\s,;:.()*–-]{0,4}(?:(?:à|a) vista\s+)?(?:no|na|com(?: o)?|via|pelo|pagando(?: com| no)?|with|when paid by|bei|mit|par|con|przy|при оплате)\s+(?:pix|boleto|d[ée]bito|transfer[eê]ncia|transferencia|dep[óo]sito|efectivo|vorkasse|überweisung|virement|bonifico|bank transfer|przelew\p{L}*|наличными|картой)(?![\p{L}\p{N}])/iu;
/** The same in words that a language's file has. */
export const paymentMethodNamedBehind = wordsOnlyBehind('PaymentMethod');
export const paymentMethodWords = wordsBefore('PaymentMethod');

/** What the carrier takes. */
export const shippingWords = wordsBefore('Shipping');
export const shippingWordsBehind = wordsBehind('Shipping');

/** Carriage that costs nothing, behind a word of carriage: "Versand kostenlos", "送料無料". */
export const freeBehindShipping =
  /^\s{0,2}(?:is\s|ist\s|:\s?)?(?:free|included|incl\.?|frei|gratis|kostenlos|kostenfrei|inklusive|inkl\.?|inbegriffen|gratuit\p{L}*|offert\p{L}*|inclus\p{L}*|incluid\p{L}*|incluíd\p{L}*|grátis|compres\p{L}*|inbegrepen|ingår|inkluder\p{L}*|medräknad|fri|ilmai\p{L}*|sisältyy|w cenie|darmow\p{L}*|za darmo|zdarma|v ceně|v cene|ingyen\p{L}*|бесплатн\p{L}*|безкоштовн\p{L}*|безплатн\p{L}*|включен\p{L}*|δωρεάν|ücretsiz|bedava|dahil|besplatn\p{L}*|brezplačn\p{L}*|nemokam\p{L}*|tasuta|無料|込|免费|免費|包邮|무료|포함|ฟรี|miễn phí|חינם|مجان)/iu;

/** What is free above an amount: "kostenlos ab 45 €". */
export const freeFromWords = wordsBefore('FreeFrom');

/** An amount that must be reached, not paid. */
export const thresholdWords = wordsBefore('Threshold');
export const thresholdWordsBehind = wordsBehind('Threshold');

/** What the state or a scheme takes beside the price: for packaging, or for the end of the product's life. */
export const depositWords = wordsBefore('Deposit');
export const depositWordsBehind = wordsBehind('Deposit');

/** "$ 39.990 (Normal)": the old one of several, called so behind it. */
export const wasInBrackets = /^\s?\((?:normal|regular|antes|lista|precio (?:normal|lista)|list|was)\)/iu;

/** The price of who pays with a certain card, named by its initials behind it: "con CMR". */
export const cardBehind =
  /^[\s,;:.()*–-]{0,4}(?:con|com|with|mit|avec|met)\s(?!VAT|GST|TVA|IVA|BTW|KDV|DDV|PDV|PVN)\p{Lu}{2,6}(?![\p{L}\p{N}])/u;

/** What is asked for something done beside the product: handling, wrapping, assembly, insurance. */
export const surchargeWords = wordsBefore('Surcharge');

export const surchargeWordsBehind = wordsBehind('Surcharge');

/** For how many pieces a price holds: "2 or more", "ab 5 Stück". */
export const tierBefore =
  /(?:^|[^\p{L}\d.,])[2-9] (?:for|für|pour|por|per|za|voor|för|за)\s*\p{Sc}?\s*$|(?:^|\P{L})(?:per|par|pro|je) (?:doos|carton|karton|box|case|caisse|lot|pack|palette?)(?!\p{L})[^€$£]{0,16}$|(?:^|[^\p{L}\p{N}.,])(?:(?:par|per|je|por|al|pe|za|im) (?:carton|caisse|lot|pack|case|box|karton|kiste|doos|caja|cartone|cutie|krabice|karton) (?:de|of|van|di|da|à|zu|mit|s|z)? ?\d{1,3}|\d{1,4}\s?(?:\+|or more|oder mehr|et plus|ou plus|o más|o più|ou mais|of meer|lub więcej|a více|eller fler|eller flere|или (?:более|больше|повече)|або більше|個以上|件以上)|(?:from|ab|dès|à partir de|desde|da|vanaf|od|från|fra|alkaen|от|від)\s\d{1,4}\s?(?:pieces|pcs\.?|units|items|packs|stück|stk\.?|st\.?|pièces|unités|unidades|uds\.?|pezzi|pz\.?|unidades|stuks|sztuk|szt\.?|kusů|ks|kpl|шт\.?))(?:\s?(?:pieces|pcs\.?|units|items|stück|stk\.?|st\.?|pièces|unidades|pezzi|stuks|szt\.?|ks|шт\.?))?\s*[:=–-]?\s*(?:je|à|a|je|each|for|für|за|po|por)?\s*$/iu;
/** The same behind the price: "110 ₴ від 10 шт.", "£4 each for 10 or more". */
export const tierBehind =
  /^\s?(?:from|ab|dès|à partir de|desde|da|vanaf|od|från|fra|alkaen|от|від|при)\s\d{1,4}\s?(?:pieces|pcs\.?|units|items|packs|stück|stk\.?|st\.?|pièces|unités|unidades|uds\.?|pezzi|pz\.?|stuks|sztuk|szt\.?|kusů|ks|kpl|шт\.?|бр\.?)(?!\p{L})/iu;
/** The same product together with others. */
export const bundleWords = wordsBefore('Bundle');

/** A price without tax, which nobody but a business pays. */
export const netWords = wordsBefore('NetOfTax');
/** A price with tax, also beside one without: "(£8.70 inc. VAT)". */
export const grossWords = wordsBefore('Gross');

/** "alv 0 %" behind a price: its number would part these words from the price. */
export const taxOfNothingBehind = /^[\s(,;:–-]{0,4}(?:alv|moms|mva)\.?\s?0\s?%/iu;

/** "free" where a price stands. */
export const freeText =
  /^\s*(?:(?:price|preis|prix|precio|prezzo|цена)\s*:?\s*)?(?:(?:for |it's |its )?free(?: of charge)?|gratis|kostenlos|umsonst|gratuit(?:e|ement)?|gratuito|gratuita|grátis|bezpłatn[yiea]|za darmo|darmow[yae]|zdarma|ingyenes|ingyen|gratuită?|ilmainen|ilmaiseksi|бесплатно|безкоштовно|безплатно|δωρεάν|ücretsiz|bedava|miễn phí|ฟรี|無料|免费|免費|무료|مجاني|مجانا|مجانًا|חינם|رایگان|tasuta|bezmaksas|nemokamai|besplatno|brezplačno|मुफ़्त|मुफ्त|percuma)\s*[!.]?\s*$/iu;

/** What somebody else has offered in an auction; what ends it at once is the price. */
export const bidWords = wordsBefore('Bid');

/** "€/kg", "Prix/l" at the head of a column, or before an amount. */
export const measureAtEnd =
  /(?:\/\s?(?:kg|g|l|ml|cl|m|m²|m2|m³|m3|100\s?\p{L}{1,2})\.?|grundpreis|(?:prix|prezzo|precio|preço) (?:au|al|por) (?:kg|l|litre|litro|m²)|(?:unit price|price) per (?:kg|l|litre|100 ?\p{L}{1,2}|m²?))\s*:?\s*$/iu;
