import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { phrase, phraseOrPiece, wholeLine } from './phrase.ts';
import { type ProductArea, readProductArea } from './product-area.ts';

export interface HiddenPrice {
  /** `Login`: to be seen by customers who are logged in. `OnRequest`: told to those who ask. */
  reason: 'Login' | 'OnRequest';
  /** The line that says so. */
  text: string;
  /** Its run. */
  run: number;
}

/** Longest line that is read; what is longer speaks about more than this price. */
const longest = 160;

const priceWords = phraseOrPiece(
  'prices?|pricing|quotes?|\\p{L}{0,20}preise?n?s?|tarifs?|prix|precios?|prezz[oi]|preços?|prijs|prijzen|ceny|cen|cenę|cena|cenu|cenami|ceník\\p{L}*|pris|priser|priset|prisene|priserna|prisen|prissättning|hinnat|hinta|hinnan|hintoja|hinnad|hinna|hinda|árak|árakat|ár|árat|árért|prețul|prețuri|prețurile|pretul|preturi|preturile|цен[ауы]?|цену|цени|цените|ціни|ціну|ціна|τιμές|τιμή|τιμών|fiyat\\p{L}*|giá|harga|cijen[aeu]?|kain[aąos]|kainas|cenas|cenu',
  '価格|値段|単価|价格|價格|售价|售價|报价|報價|가격|단가|ราคา|السعر|الأسعار|سعر|أسعار|מחיר|מחירים|قیمت',
);

/** Words for logging in, for opening an account, and for the customers who have one. */
const loginWords = phraseOrPiece(
  "log(?:ged|ging)?[- ]?in|log[- ]?on|sign(?:ed)?[- ]?in|sign[- ]?up|register(?:ed)?|registration|create an account|(?:for|to) (?:trade|business|registered|approved|wholesale|b2b) (?:customers?|members?|accounts?|users?|buyers?)(?: only)?|(?:trade|members?|wholesale|customers) only|(?:melden|meldest|melde) (?:sie|du|dich)(?: sich)?(?: bitte)?(?: erst| zuerst)?(?: an)?|anmeld\\p{L}*|angemeldet\\p{L}*|einlogg\\p{L}*|eingeloggt\\p{L}*|loggen sie sich ein|registrier\\p{L}*|nur für (?:gewerbliche|registrierte|angemeldete|händler|fachhändler|wiederverkäufer|firmenkunden|geschäftskunden|gewerbetreibende)\\p{L}*|connectez[- ]vous|se connecter|connexion|connectés?|identifiez[- ]vous|vous (?:identifier|connecter|inscrire)|inscrivez[- ]vous|réservée?s? (?:aux|à nos) (?:professionnels|clients|adhérents|membres|revendeurs|abonnés)|inici(?:a|e|ar) (?:de )?sesión|inicie sesión|identifí(?:cate|quese)|accede|acceder|regístr(?:ate|ese)|registrad[oa]s?|registrarse|solo (?:para )?(?:profesionales|clientes|distribuidores)|accedi|accedere|accesso|effettua (?:il login|l['’]accesso|la registrazione)|registrati|registrat[oi]|autenticati|riservat[oi] a[i]? (?:clienti|rivenditori|professionisti|soci)|(?:faça|fazer|efetue) (?:o )?(?:seu )?login|inici(?:e|ar) (?:a )?sessão|entre|entrar|registe-se|registad[oa]s?|cadastre-se|cadastr\\p{L}*|inloggen|ingelogde?|log in|logt? (?:u |je )?in|aanmelden|meld (?:je|u) aan|registreer\\p{L}*|geregistreerde?|zaloguj(?: się)?|zalogowa\\p{L}*|zalogowan\\p{L}*|logowani\\p{L}*|zarejestr\\p{L}*|přihlas\\p{L}*|přihláš\\p{L}*|registrac\\p{L}*|registrovan\\p{L}*|zaregistr\\p{L}*|prihlás\\p{L}*|logga in|inloggad\\p{L}*|registrera\\p{L}*|log(?:g)? (?:ind|inn)|log(?:g)?et (?:ind|inn)|innlogg\\p{L}*|indlogged?\\p{L}*|registrer\\p{L}*|kirjaudu\\p{L}*|kirjautu\\p{L}*|rekisteröidy|jelentkez\\p{L}* be|bejelentkez\\p{L}*|lépjen be|regisztrá\\p{L}*|autentific\\p{L}*|conect\\p{L}*|înregistr\\p{L}*|войдите|войти|авториз\\p{L}*|зарегистрир\\p{L}*|регистрац\\p{L}*|увійдіть|увійти|зареєстр\\p{L}*|влезте|вход|влез|регистрирайте|συνδεθείτε|σύνδεση|εγγραφείτε|giriş|üye (?:girişi|olun|ol)|oturum aç\\p{L}*|đăng nhập|đăng ký|masuk|login|daftar|prijav\\p{L}*|registriraj\\p{L}*|logi sisse|sisse logi\\p{L}*|prisijun\\p{L}*|pieslē[dg]\\p{L}*|ielogo\\p{L}*|pieraks\\p{L}*",
  'ログイン|会員(?:登録|のみ|限定)|登录|登錄|登入|注册|註冊|로그인|회원(?:가입|만| 전용)|เข้าสู่ระบบ|ล็อกอิน|سجل|تسجيل|دخول|התחבר|הירשמ|להתחבר|וارد شوید|وارد شوید|ثبت نام',
);

/** Registering for something else than seeing the price. */
const otherPurpose = phrase(
  'alerts?|alarm|drops?|notif\\p{L}*|newsletter|reviews?|guarantee|match|wishlist|price list pdf|benachrichtig\\p{L}*|preisalarm|preiswecker|bewert\\p{L}*|baisse|alerte|alerta|avviso|reclam\\p{L}*|powiadom\\p{L}*|hlíd\\p{L}*|уведом\\p{L}*|снижен\\p{L}*|points?|punkte|faster|schneller|track',
);

/** A price that is another than the one everybody pays: its absence says nothing about that one. */
const betterPrice = phrase(
  "your|own|special|better|best|lower|members?['’]?s?|member|vip|exclusive|discounted|ihren?|deinen?|ihre|deine|individuelle[nr]?|günstiger\\p{L}*|sonderpreis\\p{L}*|vos|votre|meilleurs?|tus?|su|sus|mejor(?:es)?|tuo|tuoi|migliori?|seus?|melhor(?:es)?|jouw|uw|twoj[eaą]|swoj[eaą]|vaš[ei]|svou|dina|ditt|din|dine|ваш[иу]?|свою|свои",
);

const requestWords = phraseOrPiece(
  '(?:price|pricing|prices|rate) (?:available )?(?:on|upon|by|at) (?:request|application|enquiry|inquiry|demand)|p\\.?o\\.?a\\.?|(?:call|phone|ask|e-?mail|enquire|inquire|contact (?:us|store|dealer|seller)?) ?(?:us )?for (?:a |the |our |best |current )?(?:price|pricing|quote|quotation|prices)|(?:request|get|ask for|obtain) (?:a |your |us a )?(?:free )?(?:quote|quotation|price quote|price|pricing)|price not (?:available|disclosed|shown|listed)|preise? (?:nur )?auf (?:anfrage|nachfrage|anruf)|preis (?:bitte )?(?:an|er)fragen|preis anfragen|anfrage (?:stellen|senden)|angebot anfordern|angebot anfragen|prix (?:sur|à la|nous) (?:demande|consulter|consultation|devis)|prix nous consulter|(?:sur|demander un|demande de|obtenir un) devis|nous consulter|tarif sur demande|precio (?:a consultar|bajo (?:pedido|consulta|petición|demanda)|por consultar|según presupuesto)|consultar? (?:el )?precios?|(?:pedir|solicitar) (?:un )?(?:presupuesto|cotización|precio)|prezzo (?:su|a) richiesta|prezzi su richiesta|(?:richiedi|chiedi|chiedere) (?:un |il )?(?:preventivo|prezzo|preventivi)|preço (?:sob|a) (?:consulta|pedido|consultar)|(?:solicitar|pedir|peça) (?:um )?(?:orçamento|cotação)|prijs op (?:aanvraag|verzoek)|(?:offerte|prijs) (?:aanvragen|opvragen)|vraag (?:een )?(?:offerte|prijs)(?: aan)?|cena (?:na|do) (?:zapytanie|telefon|ustalenia|uzgodnienia)|zapytaj o cenę|cena na (?:dotaz|vyžádání|vyžiadanie|otázku|dopyt)|(?:poptat|zjistit) cenu|pris (?:på|ved) (?:begäran|förfrågan|forespørgsel|forespørsel|henvendelse|anmodning)|begär (?:pris|offert)|(?:få|be om|indhent) (?:et )?(?:tilbud|tilbuddet|pris)|hinta (?:pyynnöstä|pyydettäessä|kysyttäessä)|pyydä (?:tarjous|hinta)|(?:kysy|tiedustele) hintaa|(?:egyedi ár|ár (?:kérésre|egyeztetés)|kérjen (?:ár)?ajánlatot|árajánlat kérése|érdeklődjön az árról).{0,20}|preț(?:ul)? la cerere|pret la cerere|(?:cere|solicită) (?:o )?(?:ofertă|oferta|preț)|цена (?:по|при) (?:запросу|договор[её]нности|заявке|обращении)|(?:уточн(?:яйте|ить|ите)|узнать|запросить|узнайте) (?:стоимость|цену)|цена договорная|договорная цена|ціна (?:за|по) (?:запитом|запиту|домовленістю)|(?:уточнюйте|дізнатися|запитати) (?:ціну|вартість)|цена (?:при|по) запитване|τιμή (?:κατόπιν|μετά από) (?:ζήτησης|αιτήματος|συνεννόησης|επικοινωνίας)|(?:fiyat|fiyatı) (?:sorunuz|sorun|sor|için (?:arayın|arayınız|iletişime geçin|bize ulaşın)|alınız|teklifi al\\p{L}*)|teklif (?:al|iste|alın|isteyin)|giá liên hệ|liên hệ(?: để (?:biết|có|nhận) giá)?|harga (?:hubungi|nego|by request)|hubungi (?:kami )?(?:untuk )?harga|cijena na (?:upit|zahtjev)|cena na (?:upit|zahtev|povpraševanje)|kaina (?:pagal užklausą|sutartinė)|cena pēc (?:pieprasījuma|vienošanās)|hind (?:kokkuleppel|päringul)|küsi (?:hinda|pakkumist)',
  '価格(?:は|に(?:ついて|関して)は?)?、?(?:お問い?合わ?せ|応談|別途)|(?:お)?見積(?:もり)?(?:を?(?:依頼|請求|無料)|はこちら)|要お?見積|价格面议|面议|價格面議|(?:请|請)?(?:咨询|諮詢|洽询|洽詢|询价|詢價)(?:价格|價格)?|电询|가격\\s?(?:문의|협의|상담)|견적\\s?(?:문의|요청)|별도\\s?문의|สอบถามราคา|ติดต่อ(?:เพื่อ)?สอบถาม|السعر عند الطلب|اتصل (?:بنا )?(?:لمعرفة|للسعر)|اطلب (?:عرض )?سعر|מחיר לפי (?:בקשה|פנייה)|צרו? קשר לקבלת (?:מחיר|הצעת)|قیمت توافقی|تماس بگیرید|استعلام قیمت',
);
const priceLabel = wholeLine(
  '(?:your |trade |net |unit )?price:?|preis:?|ihr preis:?|(?:votre )?prix:?|(?:tu |su )?precio:?|prezzo:?|preço:?|prijs:?|cena:?|pris:?|hinta:?|ár:?|preț:?|цена:?|ціна:?|τιμή:?|fiyat:?|価格:?|价格:?|가격:?',
);

const away = zone.prose | zone.option;

const readLine = (text: string, { buttons }: ProductArea): HiddenPrice['reason'] | undefined => {
  if (text.length > longest || otherPurpose.test(text)) return undefined;
  if (loginWords.test(text) && priceWords.test(text))
    // Who can buy without a login pays a price of his own, which a script may still print.
    return buttons.length > 0 && betterPrice.test(text) ? undefined : 'Login';
  return text.length <= 80 && requestWords.test(text) ? 'OnRequest' : undefined;
};

/**
 * Whether the page tells its product's price only to some: a line near the title says that one has to log in or
 * to ask for it, and no amount stands there but those of shipping, a smallest order or a surcharge, nor does the
 * markup state a price. A shop that shows a price, and a better one after a login, hides nothing.
 *
 * @param area - what {@link readProductArea} gave for the page, when the caller has it already.
 */
export const findHiddenPrice = (page: Page, area = readProductArea(page)): HiddenPrice | undefined => {
  const { heading, runs, isPriced } = area;
  if (!heading || isPriced) return undefined;
  const ignored = heading.zones;
  for (const [index, { text, pieces, index: run }] of runs.entries()) {
    if (run === heading.run || pieces.every(({ zones }) => (zones & away & ~ignored) !== 0)) continue;
    const before = runs[index - 1];
    const isLabelled = before !== undefined && before.index === run - 1 && priceLabel.test(before.text);
    const reason = readLine(isLabelled ? `${before.text} ${text}` : text, area);
    if (reason) return { reason, text, run };
  }
  return undefined;
};
