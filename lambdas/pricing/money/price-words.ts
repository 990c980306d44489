/**
 * Words that say what the price beside them is, in the languages of most shops. Each pattern is made to be tried
 * on a few dozen characters before or after a price; none belongs to a single shop.
 */
const words = (list: string): string =>
  list
    .trim()
    .split(/\s*\|\s*/)
    .join('|')
    .replaceAll(' ?', '\\s?')
    .replaceAll(' ', '\\s+');
/** Scripts that put no space between words. */
const runOn = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/;
const split = (list: string): { spaced: string; joined: readonly string[] } => {
  const alternatives = words(list).split(/\|(?![^(]*\))/);
  return {
    spaced: alternatives.filter((each) => !runOn.test(each)).join('|'),
    joined: alternatives.filter((each) => runOn.test(each)),
  };
};
const anywhere = (list: string): RegExp => {
  const { spaced, joined } = split(list);
  // One character alone is a part of many words: right before the price it is a word.
  const short = joined.filter((each) => each.length === 1).join('');
  const parts = [
    ...(spaced === '' ? [] : [`(?<![\\p{L}\\p{N}])(?:${spaced})(?![\\p{L}\\p{N}])`]),
    ...joined.filter((each) => each.length > 1),
    ...(short === '' ? [] : [`[${short}](?=[\\s:：]*$)`]),
  ];
  return new RegExp(parts.join('|'), 'iu');
};
// Behind a price: at most a little punctuation between.
const following = (list: string): RegExp => {
  const { spaced, joined } = split(list);
  const parts = [...(spaced === '' ? [] : [`(?:${spaced})(?![\\p{L}\\p{N}])`]), ...joined];
  return new RegExp(`^[\\s,;:.()*+–-]{0,4}(?:${parts.join('|')})`, 'iu');
};

/** Lowest of several prices: "from", "ab", "à partir de". */
export const fromWords = anywhere(
  "from|starting (?:at|from)|starts (?:at|from)|as low as|ab|schon ab|bereits ab|à partir de|a partir de|dès|desde|a partire da|da soli|(?:a )?partir de|vanaf|od|już od|już za|fra|från|fr\\.?|alkaen|alk\\.?|начиная с|от|від|от само|de la|începând (?:de la|cu)|-tól|-től|από|başlayan|'?den başlayan|mulai|dari|từ|เริ่มต้น|ตั้งแต่|最低|から|부터|ابتداء من|يبدأ من|من|החל מ|שמתחיל ב|از|alates|sākot no|nuo|počevši od|že od|už od",
);

/** The same behind the price: "$10 and up", "10円から". */
export const fromWordsBehind =
  /^\s*(?:and up|& up|\+(?![\d\s\p{Sc}]*\d)|起|から|〜|～|부터|’?den başlayan|-?tól|-?től|alkaen|og opp|og op|och uppåt|и выше)/iu;

/** A price that no longer holds or that is only compared with. */
export const wasWords = anywhere(
  "was|prix de comparaison|ailleurs|elsewhere|mpc|vecā cena|παλιά τιμή|vanha hinta|tidligere pris|पुरानी कीमत|আগের দাম|presyo dati|dating presyo|bei ya zamani|хуучин үнэ|discounted from|(?:unser )?bisheriger preis|oorspronkelijke prijs|manufacturer[’']?s suggested(?: retail)? price|suggested (?:retail )?price|prix habituel|regulärer preis|normaler preis|vanlig pris|normál ár|preț obișnuit|normal fiyat|κανονική τιμή|常规价格|giá thông thường|harga (?:reguler|biasa|asal)|нормална цена|sugerowana cena(?: detaliczna)?|odporúčaná cena|препоръчителна цена|рекомендована ціна|vejledende (?:udsalgs)?pris|rekommenderat pris|listaverð|fullt verð|soovitushind|ieteicamā cena|rekomenduojama kaina|priporočena cena|preporučena cijena|preporučena cena|regularna cena|προτεινόμενη τιμή|tavsiye edilen fiyat|ราคาเต็ม|çmimi i vjetër|köhnə qiymət|ძველი ფასი|հին գին|ескі баға|eski narx|preu anterior|अधिकतम खुदरा मूल्य|bei ya kawaida|gewone prys|karaniwang presyo|নিয়মিত মূল্য|namiesto|prix original|standardpreis|prezzo regolare|mažiausia kaina|najnižja cena|najnižšia cena|\\d{2}天(?:内|內)?最低[价價]?|\\d{2}日間最安値?|ajánlott (?:fogyasztói )?ár|preț(?:ul)? recomandat|pret recomandat|(?:price )?(?:reduced|marked down|slashed|down) from|(?:reduziert|herabgesetzt|gesenkt) von|(?:réduit|baissé) de|(?:reducido|rebajado) de|(?:ribassato|ridotto|scontato) da|(?:reduzido|rebaixado) de|(?:afgeprijsd|verlaagd) van|(?:obniżon\\p{L}*|przeceniono) z|(?:zlevněno|zľavnené) z|(?:nedsat|nedsatt|satt ned) fra|(?:nedsatt|sänkt)(?: pris)? från|(?:alennettu|laskettu) hinnasta|снижена с|prix (?:de vente )?(?:public )?(?:conseillé|recommandé)|(?:unverbindliche )?preisempfehlung|precio (?:de venta )?(?:al público )?(?:recomendado|sugerido)|prezzo (?:di vendita )?(?:al pubblico )?(?:consigliato|suggerito)|preço (?:de venda )?(?:ao público )?(?:recomendado|sugerido)|pierwotna cena|(?:det )?ursprungliga priset|ursprungligt pris|первоначальная цена|opprinnelig pris|(?:den )?oprindelige? pris|alkuperäinen hinta|preț(?:ul)? inițial|оригінальна ціна|початкова ціна|המחיר המקורי|قیمت اصلی|harga asli\\p{L}*|(?:izvorna|originalna|prvobitna) cijena|(?:originalna|prvobitna|izvirna|prvotna) cena|algne hind|pradinė kaina|sākotnējā cena|원래 가격|orijinal fiyat|upprunalegt verð|първоначална(?:та)? цена|оригинална(?:та)? цена|neupreis(?: lt\\.?| laut)?|neuwert|preço novo (?:na|em) loja|prix (?:du )?neuf|nypris|nieuwprijs|prezzo del nuovo|cena nowego|were|before|old price|list(?: price)?|typical price|normal(?=\\s*:?\\s*$)|prix courant|áður|pôvodne|(?:u\\.?p\\.?)|ursprünglicher? preis|mp cena|מחיר רגיל|(?:l\\p{L}+ )?plus bas des \\d{2} derniers jours|de(?=\\s+[r$€]\\S*\\s*$)|regular price|regular|reg\\.?|original price|originally|orig\\.?|previously|previous price|retail price|retail|market price|rrp|r\\.r\\.p\\.?|msrp|m\\.s\\.r\\.p\\.?|srp|m\\.?r\\.?p\\.?|compare at|compared to|comp\\.? value|instead of|normally|usual price|usually|full price|ticket price|before discount|\\d{2}[- ](?:days?|tagen?|tage-\\p{L}+|jours|días|dias|giorni|dagen|dage|dgr\\.?|dagars|dagarna|dager|dnů|dní|dniach|dni|napos|nap|zile|päivän|dana|dienu|dienų|päeva|ημερών|дена|дней|дни|днів|gün\\p{L}*|pvä?|päivää)|en düşük fiyat\\p{L}*|lägsta pris\\p{L}*|laveste pris|alin hinta|優惠前|优惠前|折前|券前|割引前|할인 ?전|statt|uvp|vorher|bisher|früher|alter preis|ehemals|ursprünglich|originalpreis|listenpreis|streichpreis|unverb(?:indl)?\\.? preisempf\\.?|zuvor|niedrigster preis|prix conseillé|prix public|ancien prix|avant|au lieu de|prix de référence|prix initial|prix barré|antes|precio anterior|precio (?:(?:de )?lista|original|normal|regular|habitual)|precio recomendado|pvp(?:r| recomendado)?|p\\.?v\\.?p\\.?r?|en lugar de|prezzo (?:di listino|consigliato|precedente|originale|pieno)|anziché|invece di|prima|era|listino|preço (?:de tabela|anterior|original|normal)|de:|por antes|van(?=[\\s:]*\\p{Sc}?\\s*$)|adviesprijs|avp|oude prijs|was-prijs|normale prijs|cena (?:regularna|katalogowa|poprzednia|przed obniżką|sugerowana|przekreślona|normalna)|najniższa cena|stara cena|zamiast|poprzednio|było|původní cena|běžná cena|původně|doporučená cena|před slevou|pôvodná cena|bežná cena|pred zľavou|eredeti ár|régi ár|korábbi ár|listaár|preț(?:ul)? (?:vechi|recomandat|întreg)|pret vechi|prp|înainte|ord\\.? pris|ordinarie pris|ord\\.?|tidigare pris|rek\\.? pris|förr|før|førpris|før-pris|normalpris|vejl\\.? pris|veiledende pris|veil\\.?(?: pris)?|ovh|norm\\.?|aiemmin|normaalihinta|ovh\\.?|suositushinta|старая цена|старая|было|была|обычная цена|цена без скидки|без скидки|рекомендованная цена|ррц|раньше|вместо|стара ціна|стара|було|звичайна ціна|стара цена|преди|редовна цена|пцд|αρχική τιμή|από|πριν|λιανική|π\\.?λ\\.?τ\\.?|eski fiyat|liste fiyatı|önceki fiyat|piyasa fiyatı|harga (?:asli|normal|awal)|giá (?:gốc|cũ|niêm yết|thị trường)|ราคาปกติ|ราคาเดิม|จากราคา|定価|通常価格|参考価格|希望小売価格|メーカー希望小売価格|元の価格|原价|原價|市场价|市場價|市售價|市價|建議售價|定價|吊牌价|정가|소비자가|시중가|판매가 정가|السعر (?:السابق|الأصلي|القديم|قبل)|كان|بدلا من|מחיר (?:קודם|מקורי|מחירון|לפני)|במקום|قیمت قبلی|मूल्य था|एमआरपी|vana hind|tavahind|parastā cena|iepriekšējā cena|sena kaina|įprasta kaina|ankstesnė kaina|redna cena|stara cijena|redovna cijena|najniža cijena|pre sniženja",
);

/** A price from which the discount is taken already, although a word of saving stands in its name. */
export const discountedWords = anywhere(
  'discount(?:ed)? price|price (?:after|with) discount|rabattpreis|rabattierter preis|preis (?:nach|mit|inkl\\.?) (?:abzug )?rabatt|prix (?:après|avec) (?:remise|réduction)|prix remisé|precio con (?:el )?descuento|precio (?:descontado|tras descuento)|prezzo (?:scontato|con sconto|dopo lo sconto)|preço (?:com|após|depois do) desconto|prijs (?:na|met) korting|cena (?:po|z) (?:rabacie|rabatem|obniżce)|cena po slevě|cena po zľave|kedvezményes ár|preț (?:cu|după) reducere|rabatterat pris|pris (?:efter|med|etter) rabatt?|alennettu hinta|hinta alennuksella|цена со скидкой|цена с (?:учетом скидки|учётом скидки|отстъпка)|ціна (?:зі|зі|з) знижкою|τιμή με έκπτωση|indirimli fiyat\\p{L}*|harga (?:setelah )?(?:diskon|diskaun)|giá (?:sau giảm|giảm còn|đã giảm|ưu đãi)|ราคา(?:ส่วนลด|หลังหักส่วนลด|หลังลด)|割引価格|割引後価格|折扣价|折扣價|折后价|折後價|할인\\s?(?:된\\s?)?가격|할인가|السعر بعد (?:الخصم|التخفيض)|מחיר (?:אחרי|לאחר) הנחה|قیمت (?:با|پس از|بعد از) تخفیف|cijena s popustom|cena s popustom|cena sa popustom',
);

/** Old beside a lower price, and the price itself where there is none that everybody pays. */
export const regularWords = anywhere(
  'regular|pvp|p\\.v\\.p\\.?|mpc|mp cena|λιανική(?: τιμή)?|prix original|standardpreis|reg\\.?|regular price|normal price|normally|usual price|full price|standard price|retail price|normalpreis|regulärer preis|prix (?:normal|public|régulier)|precio (?:normal|regular|habitual)|prezzo (?:pieno|normale|regolare)|preço (?:normal|regular)|normale prijs|cena (?:regularna|normalna|katalogowa)|běžná cena|bežná cena|preț(?:ul)? întreg|ord\\.?|ord\\.? pris|ordinarie pris|ordinær pris|normalpris|norm\\.?|normaalihinta|обычная цена|звичайна ціна|редовна цена|κανονική τιμή|harga normal|ราคาปกติ|通常価格|定価|정가|redna cena|redovna cijena',
);

/** The price that holds, beside one that does not. */
export const nowWords = anywhere(
  'now|offer price|特別価格|tilbud|chez nous|bei uns|jaunā cena|νέα τιμή|uusi hinta|ny pris|nytt pris|नई कीमत|বর্তমান দাম|ngayon|bei mpya|шинэ үнэ|preço atual|prezzo attuale|(?:price|prix|precio|prezzo|preço|cena|цена|ціна) (?:online|web|internet)|(?:online|web|internet)[- ]?(?:price|preis|prijs|webbpris|pris)|neuer preis|nuevo precio|nouveau prix|nuovo prezzo|novo preço|nieuwe prijs|nowa cena|nová cena|új ár|preț nou|(?:vårt|vores) pris|tilbudspris|salgspris|yeni fiyat|fiyatımız|akciós ár|τιμή (?:μας|έκπτωσης)|нашата цена|разпродажна цена|наша ціна|tilboðsverð|verð nú|mūsu cena|mūsų kaina|naša cijena|ราคาขาย|çmimi i ri|yeni qiymət|ახალი ფასი|նոր գին|жаңа баға|yangi narx|preu actual|हमारा मूल्य|bei ya ofa|spesiale prys|অফার মূল্য|giá bán|harga (?:obral|jualan)|促销价|huidige prijs|prix promotionnel|sale-preis|precio de oferta|precio oferta|prezzo speciale|preço promocional|aktualna cena|şu andaki fiyat|güncel fiyat|(?:det )?nuvarande pris(?:et)?|текущая цена|nåværende pris|(?:den )?(?:aktuelle|nuværende) pris|nykyinen hinta|preț(?:ul)? (?:curent|actual)|поточна ціна|текуща(?:та)? цена|המחיר הנוכחי|قیمت فعلی|harga saat ini|trenutn[ao] cijena|trenutna cena|praegune hind|dabartinė kaina|pašreizējā cena|현재 가격|現在の価格|núverandi verð|notre prix|nuestro precio|il nostro prezzo|nosso preço|onze prijs|nasza cena|naše cena|naša cena|now only|(?:current|aktuell\\p{L}*|actual|huidige|nuvarande) (?:price|preis|prijs|pris)(?: (?:is|ist))?|prix (?:réduit|actuel|promo\\p{L}*)|precio (?:actual|internet)|internet|nú|akcijska cena|akcijska cijena|teraz|מחיר מבצע|selling price|verkaufspreis|prix de vente(?! (?:public )?(?:conseillé|recommandé))|precio de venta(?! (?:al público )?(?:recomendado|sugerido))|prezzo di vendita(?! (?:al pubblico )?(?:consigliato|suggerito))|prodejní cena|predajná cena|voor|sale price|sale|special price|special|our price|your price|today|deal|discounted price|only|jetzt|nur|unser preis|aktionspreis|angebotspreis|sonderpreis|maintenant|prix soldé|promo|ahora|oferta|precio (?:especial|rebajado|final|oferta|con descuento)|preço com desconto|prix (?:remisé|après remise)|prezzo con sconto|preis nach rabatt|price after discount|adesso|ora|prezzo (?:scontato|speciale)|agora|por apenas|por|nu|nå|teraz|cena promocyjna|promocja|nyní|nyní jen|akční cena|akcia|teraz len|most|akciós ár|acum|preț redus|nyt|tarjous|сейчас|цена со скидкой|новая цена|акция|зараз|нова ціна|сега|τώρα|τιμή προσφοράς|şimdi|indirimli fiyat|sekarang|hiện tại|giá khuyến mãi|ราคาพิเศษ|ลดเหลือ|特価|セール価格|販売価格|现价|網路價|网络价|現價|特价|特價|促销价|优惠价|할인가|판매가|السعر الآن|الآن|עכשיו|מחיר מבצע',
);

/** What all that was chosen costs together. */
export const totalWords = anywhere(
  'total price|your total|your price|gesamtpreis|ihr preis|dein preis|prix total|votre prix|precio total|tu precio|prezzo totale|il tuo prezzo|preço total|totaalprijs|totalprijs|uw prijs|jouw prijs|cena (?:całkowita|razem)|twoja cena|celková cena|vaše cena|vaša cena|végösszeg|az ön ára|preț total|totalpris|ditt pris|din pris|kokonaishinta|итого|итоговая цена|ваша цена|загальна ціна|ваша ціна|обща цена|вашата цена|συνολική τιμή|hind kokku|kopējā cena|bendra kaina|toplam fiyat|harga total|tổng cộng|合計|合计|總價|总价|총 ?금액',
);

/** A price for those who belong to a club, hold a card or subscribe. */
export const memberWords = anywhere(
  "vpc|veleprodajna (?:cijena|cena)|wholesale price|großhandelspreis|prix de gros|precio (?:al )?por mayor|hurtow\\p{L}*|оптов\\p{L}* цена|auto-?ship|tarjeta (?!de |sd|micro|gr[aá]fica|sim|madre)\\p{L}{3,}(?=\\s*:?\\s*$)|(?:vip|plussa|payback|loyalty|ozon|wb)[- ](?:price|hinta|preis|karte|цена|cena|pris)\\p{L}*|mit \\p{L}+-karte|с (?:\\p{L}+ ){0,2}карт\\p{L}+|precio socio|会员价|subscribe|subscribe (?:&|and) save|subscription|subscribers?|repeat delivery|members?|members? price|member'?s price|club ?card|with (?:prime|membership|card)|loyalty price|(?:in[- ])?app[- ](?:only|price|exclusive|deal)\\p{L}*|in (?:the|our) app|in der app|dans l['’]appli\\p{L}*|en la app|nell['’]app|no app|w aplikacji|v aplikaci|v aplikácii|i appen|в приложении|im (?:spar-?)?abo|sparabo|mit (?:abo|kundenkarte|karte)|mitglied\\p{L}*|kundenkarten?\\p{L}*|club\\p{L}*|kliendikaar\\p{L}*|\\p{L}*klubb?\\p{L}*|family (?:price|preis|prix|pris|precio|prezzo|prijs|cena|hinta)|['’][ae] özel|üyelere özel|avec abonnement|abonnés?|adhérents?|prix club|suscripción|suscríbete|socios?|precio club|abbonamento|con (?:carta|tessera)|soci|assinatura|assinantes|clube|met (?:abonnement|kaart)|leden|klub\\p{L}*|z kartą|členov\\p{L}*|s kartou|medlem\\p{L}*|jäsen\\p{L}*|по карте|с картой|по подписке|会員|定期(?:便|購入)|会员|會員|アプリ(?:限定|価格)|멤버십|(?<!비)회원|혜택가|쿠폰\\s?(?:할인\\s?)?가(?!입)|카드\\s?(?:할인|혜택)\\s?가|첫\\s?구매\\s?(?:할인|혜택)?\\s?가|券[后後]|สมาชิก|(?:מחיר )?(?:ל?חברי )?ל?מועדון|(?:з|за) (?:\\p{L}+ ){0,2}карт(?:кою|ою)|с(?:ъс)? карта|con (?:la |las |su |tu )?tarjetas?|com (?:o )?cart(?:ão|ões)|cu cardul?|με κάρτα|s karticom|uz karticu|s kartico|su kortele|ar karti|kaardiga|kortilla|kártyával|klubtag\\p{L}*|(?:سعر )?(?:ال|لل)?(?:أعضاء|اعضاء|عضوية)|üye fiyatı|üyelere|\\p{L}*kart(?:la| ile)|(?:giá )?thành viên|harga (?:member|anggota|ahli)",
);
/** A card that a device holds, and nobody shows at the till. */
export const cardOfDevice =
  /(?:tarjeta|cartão|karti?[cť]?\p{L}{0,4}|card\p{L}{0,3}|carta|карт\p{L}{0,4}|κάρτα)\s(?:de (?:sonido|v[ií]deo|mem[oó]ria|rede?)|gr[aá]fi\p{L}*|γραφικ\p{L}*|μνήμης|ήχου|видео\p{L}*|відео\p{L}*|памят\p{L}*|пам['’ʼ]ят\p{L}*|памет\p{L}*|paměť\p{L}*|pamäť\p{L}*|pamięci|e?sim|sd|micro\p{L}*|nfc|wi-?fi)(?!\p{L})/iu;
/** The price of everybody else, beside theirs. */
export const nonMemberWords = anywhere(
  'sonst|otherwise|normal|non[- ]?members?|guests?|without (?:\\p{L}+ ){0,2}(?:membership|card|prime)|nicht-?mitglieder|ohne (?:\\p{L}+[- ]){0,2}(?:kundenkarte|karte|abo)|non[- ]adhérents?|sans (?:carte|abonnement)|no socios?|sin (?:suscripción|(?:la )?tarjeta)|non soci|senza (?:carta|tessera)|sem (?:assinatura|cartão)|niet-?leden|bez (?:karty|aplikacji|klubu)|icke[- ]medlem\\p{L}*|ikke[- ]medlem\\p{L}*|без (?:\\p{L}+ ){0,2}карт\\p{L}*|非会員|비회원',
);
export const memberWordsBehind = following(
  '会員価格|会员价|會員價|(?:와우)?회원 ?(?:할인)?가|멤버십 ?할인가|giá thành viên|medlemspris|tarjeta(?: \\p{L}+)?|cena z kartą|preis mit kundenkarte|kártyával|s kartou|kortilla|(?:club ?card|members?’?s?|loyalty|vip|prime) price|(?:after|with|using|mit|nach|avec|con|com|z|s|c|с) (?:[^.!?]|\\.\\d){0,24}?(?:trade-?in|rebate|remboursement|cash ?back|app|inzahlungnahme|coupons?|codes?|vouchers?|gutscheine?|gutscheincode|rabattcode|code promo|cup[óo]n|cupom|codice|kodem|kódem|промокодом)|(?:with|for) (?:an? )?(?:prime|members?(?:hip)?|subscription|club ?card|card)|im (?:spar-?)?abo|mit (?:abo|kundenkarte|karte)|avec abonnement|con suscripción|para socios|con abbonamento|com assinatura|met abonnement|z kartą|[сc] [\\p{L}\\s]{0,20}(?:картой|подпиской)|по карте',
);

/** What is paid with a code or voucher, right before the price: "mit Gutscheincode SOMMER 39,99 €". */
export const withCodeBefore =
  /(?:(?<![\p{L}\p{N}])(?:with|using|after|mit|nach|avec|après|con|com|met|z|s|cu|с|з|со|med)\s(?:\p{L}{1,12}\s){0,2}?(?:coupons?|c[óo]digo|koden?|kód|codes?|(?:promo|coupon|voucher|discount|rabatt|kortings)[\s-]?code|vouchers?|gutschein\p{L}*|code promo|cup[óo]n|cupom|codice(?: sconto)?|buono|kod(?:em|om|ul)?|kódem|kódom|kupon(?:em|om)?|промокод\p{L}{0,2}|купон\p{L}{0,2}|rabat(?:kode|kod)|rabattkod)(?:\s[\p{Lu}\d]{3,14})?|券[后後][价價]?)\s*:?\s*\p{Sc}?\s*$/iu;
/** Where a discount that everybody gets is taken off. */
export const basketWords = anywhere(
  'sepette|in (?:the |your )?(?:basket|cart|bag)|im warenkorb|dans le panier|en (?:el carrito|la cesta)|nel carrello|no carrinho|w koszyku|v košíku|в корзин[еі]',
);
/** The same right before the price: "Sepette %15 indirim 89,90 TL". */
export const basketBefore = new RegExp(
  `(?:${basketWords.source})(?:\\s(?:%\\s?\\d{1,2}|\\d{1,2}\\s?%))?(?:\\s(?:net|ek))?(?:\\s(?:i̇|[iİı])ndirim(?:li|le)?(?:\\sfiyat\\p{L}{0,3})?)?\\s*:?\\s*\\p{Sc}?\\s*$`,
  'iu',
);
/** A code that is named behind the price: "₹ 499 Coupon code: SAVE10". */
export const codeNamedBehind =
  /^[\s,;:.()*|–-]{0,4}(?:(?:[Aa]pplicable|[Vv]alid)\s[^!?]{1,60}?|(?:[Uu]se|[Aa]pply|[Ww]ith)\s)?(?:[Cc]oupon|COUPON|[Pp]romo|[Vv]oucher|[Dd]iscount|[Gg]utschein|[Rr]abatt)[\s-]?(?:[Cc]ode|CODE)\s?:\s?[\p{Lu}][\p{Lu}\d]{2}/u;

/** The price in another currency than it is asked in. */
export const approximateWords = anywhere(
  'approximately|approx\\.?|roughly|converted|circa|ca\\.|environ|env\\.|ungefähr|etwa|umgerechnet|aproximadamente|aprox\\.?|ongeveer|około|przybliżeni\\p{L}*|přibližně|cirka|около|примерно|приблизительно|約|约|大约',
);

/** The same product from other hands, beside the new one. */
export const usedOfferWords = anywhere(
  "б/у от|(?:offers|angeboten?|offres|ofertas|offerte|ofert|nabíd\\p{L}*|ponúk\\p{L}*|предложени\\p{L}*|пропозиц\\p{L}*|teklif|aanbiedingen|tilbud|erbjudanden) (?:from|ab|à partir de|dès|desde|(?:a partire )?da|od|от|від|vanaf|fra|från)|(?:tweedekans|resigilate?|reacondicionados?|reconditionnés?|ricondizionat\\p{L}|odnowion\\p{L}|repasovan\\p{L}) (?:vanaf|de la|desde|dès|da|od)|used from|new (?:&|and) used(?: \\(\\d+\\))?(?: from)?|used \\(\\d+\\)(?: from)?|refurbished from|gebraucht ab|neu (?:&|und) gebraucht|refurbished ab|d'occasion (?:dès|à partir de)|neufs? et d'occasion|usato da|nuovo e usato|(?:de segunda mano|usado) desde|nuevo y usado|używane od|tweedehands vanaf|begagnad från|brugt fra",
);

/** What is taken off. */
export const savingWords = anywhere(
  "save|earn|rewards?|gagnez|ganhe|e-?gift card|bon d[’']achat|bonuscheck|tegoedbon|캐시 ?적립|礼包|jimat|estalvia|sparnaður|kursimi|saves|saving|points?|loyalty|fidel\\p{L}*|fidél\\p{L}*|treue\\p{L}*|punti|puntos|pontos|punkte|puncte|punkty|punktów|bod[ůyů]|poäng|pisteit\\p{L}*|puan|баллов|бонус\\p{L}*|точки|ポイント|积分|積分|以旧换新|以舊換新|포인트|적립금|적립|savings|trade[- ]?in|inzahlungnahme|you save|discount|rebate|off|coupon|kupon\\p{L}*|cup[óo]n(?:es)?|cuponul\\p{L}*|cupom|κουπόνι|טרייד|voucher|cashback|monedero|sie sparen|du sparst|sparen|ersparnis|rabatt|gutschein|nachlass|économisez|économie|vous économisez|remise|réduction|soit|ahorra|ahorras|ahorro|descuento|dto\\.?|risparmi|risparmia|sconto|risparmio|economize|economia|desconto|poupe|poupa|je bespaart|u bespaart|bespaar|korting|oszczędzasz|oszczędź|rabat|zniżka|taniej|ušetříte|sleva|ušetrite|zľava|megtakarítás|kedvezmény|economisești|reducere|spara|du sparar|spar|du sparer|besparelse|säästä|säästät|alennus|скидка|выгода|экономия|вы экономите|знижка|економія|отстъпка|спестявате|έκπτωση|κερδίζετε|όφελος|indirim|kazancınız|hemat|diskon|tiết kiệm|phiếu (?:mua hàng|quà\\p{L}*)|giảm|ประหยัด|ส่วนลด|割引|お得|オフ|优惠|立减|省|折扣|折讓|할인|خصم|وفر|توفير|הנחה|חסכו|חיסכון|تخفیف|soodustus|atlaide|nuolaida|popust|ušteda|uštedite|prihran\\p{L}*|вигода|(?:за)?економ(?:ите|те|ьте)|эконом(?:ите|ьте)|спест(?:и|ете|яваш|яване)|ušte[dđ]\\p{L}*|ušet[rř]\\p{L}*|úspora|zaoszczędz\\p{L}*|zaoszczędź|oszczędność|sutaup\\p{L}*|ietaup\\p{L}*|säästad|megtakarít\\p{L}*|ihr spart|tasarruf\\p{L}*|εξοικονομ\\p{L}*|besparing",
);
export const savingWordsBehind = following(
  "적립|\\p{L}{0,4}캐시 ?적립|in rewards|rewards?|e-?gift card|gift card|vouchers?|gutschein|bon d['’]achat|offerts?|de volta|tegoedbon|buono|bon(?: na)|bonuscheck|クーポン|쿠팡캐시|お得|off|back|in points|(?:instant |extra |flat )?discount|refunded|remboursés?|de remboursement|erstattet|reembols\\p{L}*|rimborsat\\p{L}*|savings?|saved|in (?:trade-in |store )?credit|rebate|cash ?back|rabatt|gespart|günstiger|nachlass|de réduction|de remise|d'économie|d’économie|de descuento|menos|di sconto|di risparmio|de desconto|korting|taniej|rabatu|zniżki|sleva|levněji|zľava|kedvezmény|reducere|rabat|alennus|скидка|скидки|дешевле|выгода|знижка|отстъпка|έκπτωση|indirim|割引|オフ|引き|OFF|할인|خصم|הנחה|popusta",
);

/** "20 %" behind a word of saving, which then speaks of it and not of the amount before. */
export const shareBehind =
  /^[\s:,.()–-]{0,4}(?:(?:of|o|um|von|de|di|du|à|až|up to|bis zu|hasta|fino a|até|до|на)\s)?(?:[%٪]\s?\d|\d{1,3}(?:[.,]\d{1,2})?\s?[%٪])/iu;

/** A part of the price, paid several times. */
export const instalmentWords = anywhere(
  'lease|leasing|installments?|instalments?|interest[- ]free|payments? of|monthly|per month|a month|month|mo\\.?|pay in|pay over|financing|emi|klarna|afterpay|clearpay|affirm|zip|laybuy|sezzle|raten?|ratenzahlung|monatlich|mtl\\.?|pro monat|im monat|finanzierung|par mois|mois|mensualités?|en \\d+ fois|échéances?|al mes|mes|meses|mensual(?:es)?|cuotas?|plazos|msi|sin intereses|al mese|rate da|rata|rate|in \\d+ rate|parcelas?|sem juros|prestações|mensais|per maand|termijnen|rat|raty|rata|miesięcznie|miesiąc|měsíčně|splátk\\p{L}*|mesačne|havonta|részlet|rate lunare|lună|pe lună|per månad|månad|mån|månadskostnad|delbetala|pr\\.? måned|måned|md\\.?|mnd\\.?|avdrag|kk|kuukaudessa|kuukausi|в месяц|мес\\.?|рассрочк\\p{L}*|платеж\\p{L}*|кредит|на місяць|міс\\.?|розстрочк\\p{L}*|месечно|на месец|вноск\\p{L}*|τον μήνα|μήνα|δόσεις|taksit|aylık|cicilan|per bulan|trả góp|tháng|ผ่อน|ต่อเดือน|分割|回払い|月々|月額|分期|期|每期|月供|할부|개월|월|قسط|أقساط|دفعات|بدون فوائد|شهريا|תשלומים|לחודש|kuus|kuumakse|mēnesī|mėn\\.?|mesečno|mjesečno|obrok\\p{L}*',
);
export const instalmentWordsBehind =
  /^[\s,;:.()*]{0,3}(?:(?:\/|per|a|pro|im|par|al|no|por|za|pr\.?|i|в|на|ανά|τον|το|bir)\s*)?(?:month|mo(?:nth)?s?\b|mth|monat|mois|mes(?:e)?(?![\p{L}])|mês|maand|mies(?:iąc|\.)?|měs(?:íc|\.)?|mesiac|hó(?:nap)?(?![\p{L}])|lună|mån(?:ad)?|måned|mnd|mdr?\.|kk(?![\p{L}])|мес(?:яц|\.)?|міс(?:яць|\.)?|месец|μήνα|ay(?![\p{L}])|bulan|tháng|เดือน|月|개월|شهر|חודש|mtl\.?|monatl|mėn|mēn|kuus?(?![\p{L}])|mj\.|mensal|[./]?m\.?(?![\p{L}\d])|week|woche|semaine|year|jahr|an(?:née)?\b|år(?![\p{L}]))|^\s?(?:\/|per |pro |par |al |por |za |på )\s?(?:day|tag|jour|día|dia|giorno|dag|dzień|den|nap|zi|dan|день|día|日|วัน)(?![\p{L}])|^\s?(?:\/|per |pro |par |al |por |za |på |på)\s?(?:day|tag|jour|día|dia|giorno|dag|dzień|den|nap|zi|dan|день|día|日|วัน)(?![\p{L}])|^\s*(?:x|×|х)\s*\d{1,2}(?![\d.,])/iu;
/** "3 x", "12×" right before the price. */
export const timesBefore =
  /(?:^|\s)in \d{1,2} of\s*$|(?:^|[^\p{L}\d.,])(\d{1,3})\s*(?:x|×|х|\*|rate da|fois|vezes de|cuotas de|parcelas de|payments of|raten (?:à|zu|a)|mal|(?:meses|mensualidades|pagos|quincenas|mois|mesi|msi|monate|termijnen|měsíců|miesięcy|месяц\p{L}{1,2})(?: (?:sin intereses|sem juros|sans frais))?)\s*(?:de|of|à|zu|da|di|po|по|a)?\s*$/iu;

/** A price per quantity: per kilogram, per 100 ml, per metre. */
export const perUnitBehind =
  /^[\s(]{0,3}(?:\/|per|pro|je|par|por|al|le|la|ogni|cada|voor|za|pr\.?|pe|på|за|на|ανά|το|毎|每)\s*(?:1\s*)?(?:\d{1,4}(?:[.,]\d{1,2})?\s*)?(?:kg|kilo(?:gramm?)?s?|g|gr|gramm?s?|mg|l|ltr?|lit(?:er|re|ro|r)s?|ml|cl|dl|m|m[²³23]|cm|mm|qm|lfm|sqm|sq\.? ?(?:ft|m|yd)|ft|metre|meter|mètre|metro|metr|lb|lbs|oz|fl\.? ?oz|ounce|pound|gal(?:lon)?|pint|quart|yd|yard|dose|tablet|tablette|kapsel|capsule|blatt|sheet|wash|load|waschladung|kwh|кг|г|гр|л|мл|м|м²|м2|кв\.? ?м|пог\.? ?м|λίτρο|κιλό|公斤|克|公克|斤|100g)(?![\p{L}\p{N}])/iu;
export const perUnitBefore = anywhere(
  '(?:per|pro|par|por|al|je|za|na|pr\\.?) \\d{1,4} ?(?:g|gr|kg|ml|cl|l|m|cm)(?=\\s*:?\\s*$)|(?:kg|g|ml|l|cm|m|개|매|정|포|장|롤|팩|병|캔|회|봉|알)당|grundpreis|gp:|unit price|price per (?:kg|unit|litre|liter|100 ?g|100 ?ml)|prix (?:au|du) (?:kilo|kg|litre)|soit|precio por (?:1 )?(?:kg|kilo|litro|unidad de medida)|prezzo al (?:kg|litro)|jämförpris|jfr-?pris|jmf\\.?|sammenligningspris|enhedspris|vertailuhinta|prijs per (?:kg|liter|stuk)|cena za (?:kg|litr|jednostk\\p{L}*)|egységár|jednotková cena|měrná cena|preț pe (?:kg|litru)|цена за (?:кг|литр|единицу|100)|birim fiyat',
);

/** "1 kg = 12,45 €": what the quantity would cost. */
export const quantityBefore =
  /(?:^|[\s(])\d{1,4}(?:[.,]\d{1,3})?\s?(?:kg|g|gr|mg|l|lit(?:er|re|ro)|ml|cl|dl|m|cm|m[²23]|qm|lb|oz|кг|г|л|мл|м|st(?:ück|k)?\.?|szt\.?|ks|шт\.?)\s?=\s?$/iu;

/** A price for those who pay in one certain way: "R$ 142,40 no Pix", "120 € bei Vorkasse". */
export const paymentMethodBehind =
  /^[\s,;:.()*–-]{0,4}(?:(?:à|a) vista\s+)?(?:no|na|com(?: o)?|via|pelo|pagando(?: com| no)?|with|when paid by|bei|mit|par|con|przy|при оплате)\s+(?:pix|boleto|d[ée]bito|transfer[eê]ncia|transferencia|dep[óo]sito|efectivo|vorkasse|überweisung|virement|bonifico|bank transfer|przelew\p{L}*|наличными|картой)(?![\p{L}\p{N}])/iu;
export const paymentMethodWords = anywhere(
  '(?:no|com|via|pelo) pix|pix:|no boleto|boleto:|bei vorkasse|vorkasse:|(?:per|bei) überweisung|(?:por|pago por|pagando por|com) transfer[eê]ncia(?: bancária)?|(?:precio|pago|pagando)(?: con| por)? transferencia(?: bancaria)?|por transferencia(?: bancaria)?|transferencia bancaria|con bizum|(?:con |tramite )?bonifico(?: bancario)?|(?:par|pour un) virement|(?:przy|za) przelew\\p{L}*|przelewem|(?:ved |med )?bankoverførsel|(?:vid |med )?banköverföring|tilisiirrolla|havale(?: ile| / eft| eft)?|eft(?: ile)?|bank transfer|átutalással|převodem|prevodom',
);

/** What the carrier takes. */
export const shippingWords = anywhere(
  'shipping|(?:gls )?pakkeshop|pakkeboks|ship(?:s|ped) for|delivery|carriage|postage|p&p|s&h|freight|shipping & handling|versand\\p{L}*|portofrei|frei haus|lieferung|liefern|livraison|frais de port|port|expédition|envío|envio|gastos de envío|spedizione|consegna|frete|entrega|portes|verzending|verzendkosten|bezorg\\p{L}*|dostawa|wysyłka|doprava|dopravu|kurier\\p{L}*|kurýr\\p{L}*|courier|кур.?[єе]р\\p{L}*|курьер\\p{L}*|нова пошта|новая почта|укрпошта|почта|doručenie|doručení|szállítás|szállítási költség|livrare|transport|frakt|leverans|fragt|levering|porto|toimitus|toimituskulut|postikulut|доставка|доставки|доставку|пересылка|доставка\\p{L}*|μεταφορικά|αποστολή|kargo|gönderim|ongkir|pengiriman|phí vận chuyển|giao hàng|ค่าจัดส่ง|จัดส่ง|pakiautomaa\\p{L}*|paštomat\\p{L}*|pakomāt\\p{L}*|paczkomat\\p{L}*|zásilkovn\\p{L}*|packet\\p{L}*|送料|全国(?:一律|均一)|配送|運送|宅配|超商取貨|运费|運費|邮费|배송비|배송|ส่ง|tarne|kohaletoimetami\\p{L}*|توصيل|شحن|الشحن|משלוח|ارسال|tarne|piegāde|pristatymas|dostava|poštnina|poštarina',
);
export const shippingWordsBehind = following(
  '(?:for )?shipping|postage|delivery|p&p|s&h|\\p{L}{0,20}versand\\p{L}*|lieferung|liefer\\p{L}*|de (?:frais de )?(?:port|livraison)|frais de port|de envío|gastos de envío|di spedizione|spedizione|spese di spedizione|de frete|de portes|verzendkosten|verzending|dostaw\\p{L}*|wysył\\p{L}*|poštovné|doprava|szállítás|transport|frakt|fragt|toimitus\\p{L}*|доставка|за доставку|μεταφορικά|kargo|送料|运费|運費|배송비|משלוח',
);

/** Carriage that costs nothing, behind a word of carriage: "Versand kostenlos", "送料無料". */
export const freeBehindShipping =
  /^\s{0,2}(?:is\s|ist\s|:\s?)?(?:free|included|incl\.?|frei|gratis|kostenlos|kostenfrei|inklusive|inkl\.?|inbegriffen|gratuit\p{L}*|offert\p{L}*|inclus\p{L}*|incluid\p{L}*|incluíd\p{L}*|grátis|compres\p{L}*|inbegrepen|ingår|inkluder\p{L}*|medräknad|fri|ilmai\p{L}*|sisältyy|w cenie|darmow\p{L}*|za darmo|zdarma|v ceně|v cene|ingyen\p{L}*|бесплатн\p{L}*|безкоштовн\p{L}*|безплатн\p{L}*|включен\p{L}*|δωρεάν|ücretsiz|bedava|dahil|besplatn\p{L}*|brezplačn\p{L}*|nemokam\p{L}*|tasuta|無料|込|免费|免費|包邮|무료|포함|ฟรี|miễn phí|חינם|مجان)/iu;

/** What is free above an amount: "kostenlos ab 45 €". */
export const freeFromWords = anywhere(
  'free (?:over|from)|kostenlos ab|gratis (?:ab|vanaf|od|fra|från|desde|a partir)|zdarma (?:od|nad)|offerte? dès|gratuit\\p{L}* (?:dès|à partir)|бесплатно от|frí(?:tt)? yfir|trị giá',
);

/** An amount that must be reached, not paid. */
export const thresholdWords = anywhere(
  "мінімальна сума|минимальная сумма|over|above|on orders?|orders? over|orders? above|orders? of|spend|minimum|min\\.? order|more than|up to|max\\.?|maximum|at least|orders from|über|mindestbestellwert|mindestens|bis zu|bis|ab einem|bestellwert|bestellungen ab|dès|à partir de|au-delà de|plus de|jusqu'à|jusqu’à|minimum de commande|superior(?:es)? a|más de|a partir de|hasta|pedido mínimo|oltre|superiori a|fino a|sopra|acima de|até|compras acima|vanaf|boven|bestellingen|tot|powyżej|zamówie\\p{L}* od|do|minimalna|nad|při nákupu|objednávk\\p{L}* nad|od|felett|peste|comenzi|över|köp över|over|handler for|ved køb|kjøp over|yli|от|при заказе от|до|свыше|від|при поръчка|над|άνω των|παραγγελίες|üzeri|minimal|trên|đơn hàng từ|เมื่อซื้อ|以上|満|满|超過|滿|이상|فوق|أكثر من|מעל|nuo|virš|iznad|preko",
);
export const thresholdWordsBehind = following(
  "or more|orders?|purchases?|and over|and above|minimum|away from (?:free|your)|more (?:for|to get|until) free|left (?:for|to|until) free|to go (?:for|until) free|bis (?:zum|zur) (?:kostenlosen|gratis)|pour (?:profiter de )?la livraison|para (?:el )?envío gratis|oder mehr|bestellwert|mindestbestellwert|d'achat\\p{L}*|d’achat\\p{L}*|de compra\\p{L}*|o más|o più|ou mais|of meer|lub więcej|a více|felett|eller mer|или более|(?:\\(?含\\)?)?以上|이상|üzeri\\p{L}*|ve üzeri",
);

/** What the state or a scheme takes beside the price: for packaging, or for the end of the product's life. */
export const depositWords = anywhere(
  'kaution|caution|fianza|eco[- ]?(?:participation|contribution|tax|fee)|éco[- ]?(?:participation|contribution|taxe)|eco[- ]?part\\.?|dont éco\\p{L}*|recupel|bebat|recycling fee|recyclinggebühr|vrg|arf|ecotasa|ecotassa|raee|environmental (?:fee|handling fee)|deposit|\\p{L}{0,20}pfand|core (?:charge|deposit)|zzgl\\.? pfand|consigne|statiegeld|kaucja|záloha|vratná záloha|pant|pantti|залог|depósito|cauzione|recyclingbeitrag|frais environnement\\p{L}*|vidange|entsorgungs\\p{L}*|recyklační poplatek|recyklačný poplatok|opłata recyklingowa|kierrätysmaksu|miljøgebyr|miljöavgift|anzahlung|acompte|acconto|zaliczka|предоплат\\p{L}*',
);
export const depositWordsBehind = following(
  "vrg|tar|recupel|d['’]éco[- ]?part\\p{L}*|éco[- ]?part\\p{L}*|eco[- ]?(?:part\\p{L}*|tax|fee)|(?:refundable )?deposit|pfand|anzahlung|de consigne|d[’']acompte|de depósito|di (?:cauzione|acconto)|statiegeld|kaucji|zaliczki",
);

/** "$ 39.990 (Normal)": the old one of several, called so behind it. */
export const wasInBrackets = /^\s?\((?:normal|regular|antes|lista|precio (?:normal|lista)|list|was)\)/iu;

/** The price of who pays with a certain card, named by its initials behind it: "con CMR". */
export const cardBehind =
  /^[\s,;:.()*–-]{0,4}(?:con|com|with|mit|avec|met)\s(?!VAT|GST|TVA|IVA|BTW|KDV|DDV|PDV|PVN)\p{Lu}{2,6}(?![\p{L}\p{N}])/u;

/** What is asked for something done beside the product: handling, wrapping, assembly, insurance. */
export const surchargeWords = anywhere(
  '(?:warranty|garantie|garantía|garanzia)(?=\\s*:?\\s*\\p{Sc}?\\s*$)|延長保証|보증 ?연장|延保|valorizad[oa] en|worth|im wert von|une valeur de|del valore di|o wartości|v hodnotě|ter waarde van|till ett värde av|surcharge|handling(?: fee)?|cash on delivery|cod fee|nachnahme\\p{L}*|contre[- ]remboursement|contra(?: )?reembolso|contrassegno|pobranie|za pobraniem|dobírk\\p{L}*|dobierk\\p{L}*|utánvét|ramburs|efterkrav|postförskott|αντικαταβολή|наложен\\p{L}*|сервісний збір|сервисный сбор|代引\\p{L}*|代金引換|service fee|processing fee|small order fee|carriage|gift[- ]?wrap\\p{L}*|gift box|gift card|assembly|\\p{L}*(?:avtale|forsikring|försäkring|vakuutus)(?: \\d år)?|fitting|professional installation|protection(?: plan)?|\\d+[- ](?:years?|yr) (?:warranty|guarantee|plan)|extended warranty|warranty extension|insurance|add-?ons?|mindermengenzuschlag|zuschlag|aufpreis|bearbeitungsgebühr|servicegebühr|geschenkverpackung|geschenkgutschein|aufbauservice|montage\\p{L}*|einbau\\p{L}*|garantieverlängerung|garantie \\d+ (?:jahre|ans)|\\d+ (?:jahre|ans|años|anni) garant\\p{L}*|hemleverans|hjemm?e?levering|kotiinkuljetus|versicherung|supplément|emballage cadeau|carte cadeau|frais de (?:dossier|traitement|service)|extension de garantie|assurance|recargo|envoltorio|tarjeta regalo|montaje|seguro|ampliación de garantía|supplemento|confezione regalo|montaggio|assicurazione|estensione (?:di )?garanzia|taxa de serviço|embrulho|montagem|garantia estendida|toeslag|cadeauverpakking|verzekering|dopłata|pakowanie na prezent|montaż|ubezpieczenie|příplatek|dárkové balení|montáž|pojištění|príplatok|tillägg|presentinslagning|försäkring|tillæg|gaveindpakning|forsikring|доплата|подарочная упаковка|сборка|страхов\\p{L}*|επέκταση εγγύησης|εγκατάσταση|τοποθέτηση|(?:παραλαβή|απόσυρση) παλιάς|התקנה|הרכבה|פינוי|手数料|ラッピング|組立|保険|包装费|安装费',
);

export const surchargeWordsBehind = following(
  'pp \\(optional|optional|(?:\\p{L}+ ){0,2}(?:fee|surcharge)|extra|zusätzlich|en sus|en plus|in più|de frais|(?:bearbeitungs|service)gebühr|zuschlag|de recargo|di supplemento|toeslag|dopłaty',
);

/** For how many pieces a price holds: "2 or more", "ab 5 Stück". */
export const tierBefore =
  /(?:^|[^\p{L}\d.,])[2-9] (?:for|für|pour|por|per|za|voor|för|за)\s*\p{Sc}?\s*$|(?:^|\P{L})(?:per|par|pro|je) (?:doos|carton|karton|box|case|caisse|lot|pack|palette?)(?!\p{L})[^€$£]{0,16}$|(?:^|[^\p{L}\p{N}.,])(?:(?:par|per|je|por|al|pe|za|im) (?:carton|caisse|lot|pack|case|box|karton|kiste|doos|caja|cartone|cutie|krabice|karton) (?:de|of|van|di|da|à|zu|mit|s|z)? ?\d{1,3}|\d{1,4}\s?(?:\+|or more|oder mehr|et plus|ou plus|o más|o più|ou mais|of meer|lub więcej|a více|eller fler|eller flere|или (?:более|больше|повече)|або більше|個以上|件以上)|(?:from|ab|dès|à partir de|desde|da|vanaf|od|från|fra|alkaen|от|від)\s\d{1,4}\s?(?:pieces|pcs\.?|units|items|packs|stück|stk\.?|st\.?|pièces|unités|unidades|uds\.?|pezzi|pz\.?|unidades|stuks|sztuk|szt\.?|kusů|ks|kpl|шт\.?))(?:\s?(?:pieces|pcs\.?|units|items|stück|stk\.?|st\.?|pièces|unidades|pezzi|stuks|szt\.?|ks|шт\.?))?\s*[:=–-]?\s*(?:je|à|a|je|each|for|für|за|po|por)?\s*$/iu;
/** The same behind the price: "110 ₴ від 10 шт.", "£4 each for 10 or more". */
export const tierBehind =
  /^\s?(?:from|ab|dès|à partir de|desde|da|vanaf|od|från|fra|alkaen|от|від|при)\s\d{1,4}\s?(?:pieces|pcs\.?|units|items|packs|stück|stk\.?|st\.?|pièces|unités|unidades|uds\.?|pezzi|pz\.?|stuks|sztuk|szt\.?|kusů|ks|kpl|шт\.?|бр\.?)(?!\p{L})/iu;
/** The same product together with others. */
export const bundleWords = anywhere(
  'buy (?:both|all|together|the set)|both for|all (?:two|three|3) for|bundle(?: price| & save)?|im (?:set|bundle|paket)(?: mit)?|zusammen für|ensemble pour|lot complet|juntos por|en conjunto|insieme a|comprando (?:ambos|juntos)|samen voor|razem za|w zestawie|spolu za|вместе за|в комплекте|セットで|まとめて',
);

/** A price without tax, which nobody but a business pays. */
export const netWords = anywhere(
  '(?:excl?\\.?|eksk?l\\.?|exkl\\.?|ex\\.?|uden|utan|uten|u/) ?(?:moms|mva|btw|ust\\.?)|zonder btw|alv 0 ?%(?= ?[\\d€])|s/ ?iva|iva não incluído|más iva|iva escl\\.?|áfa nélkül|exclusiv tva|προ φπα|ilma käibemaksuta|vat excluded|án vsk\\.?|chưa (?:gồm )?vat|לא כולל מע"?מ|exc?\\.? (?:vat|gst|tax)|excl\\.? vat|exclusive of (?:vat|gst|tax)|excluding vat|exc\\.? vat|ex\\.? gst|excl\\.? gst|exc\\.? gst|excl\\.? tax|ex\\.? tax|excluding tax|plus vat|before tax|net price|netto|nettopreis|(?:τιμή βάσης|base price|basispreis|prix de base|prezzo base|precio base)(?=\\s*:?\\s*$)|exkl\\.? mwst\\.?|zzgl\\.? mwst\\.?|ohne mwst\\.?|zzgl\\.? ust\\.?|h\\.?t\\.?|hors tax\\p{L}*|hors tva|sin (?:iva|impuestos)|brez ddv|bez pdv|iva no incluido|senza iva|iva esclusa|sem iva|excl\\.? btw|exclusief btw|bez vat|netto|bez dph|nettó|fără tva|exkl\\.? moms|ex\\.? moms|eksk\\.? moms|eks\\.? mva|alv 0 ?%|без ндс|без пдв|без ддс|χωρίς φπα|kdv\\s?hariç|本体(?:価格)?|不含税|本体価格|本体|税抜|税別|未税|未稅|부가세 ?별도|غير شامل|be pvm|bez pvn|(?:ilma )?km-ta|ilma km|ilman alv|veroton|moms 0 ?%|mva 0 ?%|[+＋] ?税|\\+ ?(?:vat|gst|hst|sales tax|tax(?:es)?|mwst\\.?|mehrwertsteuer|ust\\.?|tva|iva|igv|kdv|áfa|dph|pvm|pvn|moms|mva|ddv|pdv|btw|alv|km|ppn|ндс|пдв|ддс|φπα)',
);
/** A price with tax, also beside one without: "(£8.70 inc. VAT)". */
export const grossWords = anywhere(
  'inc?\\.? vat|gross|incl\\.? vat|including vat|inclusive of (?:vat|gst|tax)|inc\\.? gst|incl\\.? gst|incl\\.? tax|inc\\.? tax|with (?:vat|tax)|inkl\\.? mwst\\.?|inkl\\.? ust\\.?|brutto|bruttopreis|ttc|t\\.t\\.c\\.?|toutes taxes comprises|tva incluse|iva (?:incluido|incluído|incluida|incl\\.?|inclusa|inc\\.?|compresa)|con iva|com iva|incl\\.? btw|inclusief btw|z vat|s dph|vč\\.? dph|včetně dph|bruttó|cu tva|inkl\\.? moms|inkl\\.? mva|sis\\.? alv|с ндс|з пдв|с ддс|με φπα|kdv dahil|税込|税込み|含税|含稅|부가세 포함|شامل',
);

/** "alv 0 %" behind a price: its number would part these words from the price. */
export const taxOfNothingBehind = /^[\s(,;:–-]{0,4}(?:alv|moms|mva)\.?\s?0\s?%/iu;

/** "free" where a price stands. */
export const freeText =
  /^\s*(?:(?:price|preis|prix|precio|prezzo|цена)\s*:?\s*)?(?:(?:for |it's |its )?free(?: of charge)?|gratis|kostenlos|umsonst|gratuit(?:e|ement)?|gratuito|gratuita|grátis|bezpłatn[yiea]|za darmo|darmow[yae]|zdarma|ingyenes|ingyen|gratuită?|ilmainen|ilmaiseksi|бесплатно|безкоштовно|безплатно|δωρεάν|ücretsiz|bedava|miễn phí|ฟรี|無料|免费|免費|무료|مجاني|مجانا|مجانًا|חינם|رایگان|tasuta|bezmaksas|nemokamai|besplatno|brezplačno|मुफ़्त|मुफ्त|percuma)\s*[!.]?\s*$/iu;
