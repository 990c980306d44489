import type { Availability } from '../domain/site-result.ts';
import {
  otherSubjects,
  partSubjects,
  productSubjects,
  runOnStockPhrases,
  stockLabels,
  stockPhrases,
} from './availability-words.ts';

// `\b` knows only ASCII letters; these boundaries hold in every script.
const word = (list: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${list.replaceAll(' ?', '[\\s-]*').replaceAll(' ', '[\\s-]+')})(?![\\p{L}\\p{N}])`,
    'iu',
  );
// Scripts without spaces between words.
const piece = (list: string): RegExp => new RegExp(list, 'u');

const anyOf = (phrases: readonly { phrase: string }[]): string =>
  [...new Set(phrases.map(({ phrase }) => phrase.replaceAll('*', '\\p{L}*')))]
    .sort((left, right) => right.length - left.length)
    .join('|');
const isOf = (state: Availability) => (entry: { state: Availability }) => entry.state === state;

/** Questions, conditions and other people's stock, which say nothing about this product now. */
const saysNothing = word(
  "(?:notify|email|e mail|alert|tell|remind|let) me.*|(?:check|see|find|view|show) .{0,20}(?:availab\\p{L}*|stock).*|when (?:it'?s |it is )?(?:back )?(?:in stock|available).*|back in stock (?:alert|notif\\p{L}*).*|(?:in )?store availability|available in (?:the following |these |other |\\d+ |several |many )?(?:colou?rs?|sizes?|languages|versions|variants|finishes).*|(?:not )?available for (?:pick ?up|collection).*|availability in stores?|in stock only|only in stock|show in stock|benachrichtig\\p{L}*.*|sobald .*verfügbar.*|wenn .*verfügbar.*|verfügbarkeit (?:prüfen|im markt|in der filiale|anzeigen)|m['’]avertir.*|prévenez moi.*|avísame.*|avvisami.*|avise me.*|powiadom.*|сообщить.*|уведомить.*|hlídat.*|haber ver.*|hlídací.*",
);

/** Something else than the product: a way to get it, a variant for some countries, the shop itself. */
const speaksOfOther = word(
  '^(?:store |in ?store |free )?(?:pick ?up|click (?:&|and) collect|abholung|filialabholung|retrait(?: en magasin)?|ritiro(?: in negozio)?|recogida(?: en tienda)?|afhalen|odbiór osobisty|osobní odběr|osobný odber|самовывоз)\\s*:.*|(?:click (?:&|and|\\+) collect|(?:in ?store )?pick ?up|(?:in ?store )?collection|shipping|(?:home |express |next day |same day )?delivery|gift wrap(?:ping)?|engraving|financing|installation|assembly|live chat|chat|hotline|(?:the |our )?(?:shop|store|site|website|checkout|payment|service)) (?:is |are |may be |might be |will be |can be )?(?:currently |temporarily |sometimes )?(?:not available|unavailable|not possible).*|(?:variant|version|colou?r|size|shade|finish|model|option) (?:is |are )?(?:currently )?(?:not available|unavailable) (?:in|for) (?:your|this) (?:country|region|area|location|market).*|(?:click (?:&|und|\\+) collect|(?:markt ?|filial)?abholung|abholung (?:im markt|in der filiale|vor ort)|(?:express)?lieferung|(?:express)?versand|geschenkverpackung|gravur|finanzierung|montage) (?:ist )?(?:derzeit |leider |aktuell |momentan )?nicht (?:verfügbar|möglich).*|(?:retrait(?: en magasin| gratuit)?|livraison(?: express| à domicile)?|click (?:&|and|et) collect|emballage cadeau) (?:est )?(?:actuellement )?(?:indisponible|non disponible).*|(?:recogida(?: en tienda)?|envío(?: exprés)?|entrega) (?:está )?(?:actualmente )?no disponible.*|(?:ritiro(?: in negozio)?|consegna(?: espressa)?|spedizione) (?:è )?(?:attualmente )?non disponibile.*|(?:afhalen|bezorging|verzending|click (?:&|and|en) collect) (?:is )?(?:momenteel )?niet (?:beschikbaar|mogelijk).*|(?:odbiór(?: osobisty| w sklepie)?|dostawa|wysyłka) (?:jest )?(?:chwilowo |obecnie )?niedostępn\\p{L}*.*|(?:osobní odběr|doručení|doprava) (?:je )?(?:momentálně )?nedostupn\\p{L}*.*|(?:самовывоз|доставка) (?:временно )?недоступ\\p{L}*.*',
);

const rules: readonly (readonly [RegExp, Availability])[] = [
  [
    word(
      "discontinued|no longer (?:available|sold|produced|manufactured|made|stocked|offered|for sale|on sale|in (?:our )?(?:range|assortment|catalogue|production))|(?:not|isn['’]t|aren['’]t) (?:available|sold|made|produced) any ?more|(?:withdrawn|removed|taken) (?:from|off) (?:sale|the (?:market|range|shop|store))|out of production|end of life|nicht (?:mehr|länger) (?:lieferbar|verfügbar|erhältlich|bestellbar|hergestellt|produziert|verkauft|angeboten|(?:in unserem|im) (?:sortiment|programm|angebot)|zu haben|auf dem markt)|aus (?:dem|unserem) (?:sortiment|programm|angebot) (?:genommen|entfernt)|auslaufartikel ausverkauft|produkt (?:wurde )?eingestellt|eingestellt|ausgelaufen|plus (?:disponibles?|commercialisée?s?|fabriquée?s?|vendue?s?|proposée?s?|produite?s?|en vente|au catalogue)|retirée?s? (?:de la vente|du catalogue)|arrêté|fin de série épuisée|descatalogado|ya no (?:está[ns]? |se encuentra |se )?(?:disponibles?|a la venta|en venta|vende|fabrica|comercializa|produce)|no (?:está|se encuentra) ya disponible|retirad[oa] de la venta|(?:ya )?descontinuad[oa]|fora de linha|(?:já )?não (?:está|é|se encontra) mais (?:disponível|vendid[oa]|fabricad[oa]|comercializad[oa]|à venda|produzid[oa])|já não (?:está|é|se encontra) (?:disponível|à venda|vendid[oa]|fabricad[oa]|comercializad[oa])|deixou de (?:ser vendid[oa]|estar disponível)|não (?:é|está) mais disponível|(?:non (?:è |sono )?)più (?:disponibil[ei]|in produzione|in vendita|a catalogo|in catalogo|prodott[oi]|vendut[oi]|commercializzat[oi])|ritirat[oi] dal(?:la vendita| mercato| commercio)|fuori produzione|(?:niet|niet langer) (?:meer )?(?:langer )?(?:leverbaar|verkrijgbaar|beschikbaar|te koop) meer|niet (?:meer|langer) (?:leverbaar|verkrijgbaar|beschikbaar|te koop|verkocht|gemaakt|geproduceerd|in (?:ons )?(?:assortiment|productie))|uit (?:het )?assortiment|wycofan[yae](?: (?:ze sprzedaży|z oferty|z produkcji))?|usunięt[yae] (?:z oferty|ze sprzedaży)|(?:nie jest |nie są )?już (?:niedostępn[yae]|nie jest dostępn[yae]|nie ma w ofercie)|nie (?:jest |są )?już (?:dostępn[yae]|sprzedawan[yae]|produkowan[yae]|w (?:sprzedaży|ofercie))|zakończono (?:sprzedaż|produkcję)|prodej (?:byl )?(?:ukončen|skončil)|(?:již|už) (?:není|nejsou) (?:dostupn[ýáéo]|v (?:nabídce|prodeji|sortimentu)|k (?:dostání|mání)|skladem v nabídce)|(?:již|už) se (?:neprodává|nevyrábí)|(?:již|už) (?:neprodáváme|nenabízíme)|vyřazen[oaý]? z (?:nabídky|prodeje|sortimentu)|(?:už|viac) nie je (?:dostupn[ýáéo]|v (?:ponuke|predaji))|(?:už )?(?:sa )?(?:už )?(?:nepredáva|nevyrába)|ukončený predaj|predaj ukončený|výroba ukončena|megszűnt|kifutott termék|már nem (?:elérhető|kapható|rendelhető|forgalmazzuk|gyártják|szerepel a kínálatunkban)|(?:többé )?nem (?:kapható|elérhető|rendelhető) (?:már|többé)|ieșit din producție|nu mai (?:este|sunt|e) (?:disponibil[ăei]?|în (?:stoc|vânzare|ofertă|producție)|la vânzare|comercializat[ăe]?|fabricat[ăe]?)|nu se mai (?:vinde|comercializează|produce|fabrică)|scos din (?:ofertă|producție|vânzare)|utgått|utgår|udgået|utgått fra sortimentet|(?:är |er )?(?:inte|ikke|ej) (?:längre|lenger|længere) (?:är |er )?(?:tillgängliga?|tilgjengelig|tilgængelig|til ?salgs|til salg|till salu|i (?:sortimentet|handel|salg|produktion|produksjon|vårt sortiment)|att köpa|på lager i sortimentet)|(?:finns|finnes|findes|säljs|selges|sælges|tillverkas|produceras|produseres|føres|forhandles) (?:tyvärr |desværre |dessverre )?(?:inte|ikke) (?:längre|lenger|længere)(?: (?:i|på) (?:sortimentet|lager|butiken))?|(?:tagits|tatt|taget) (?:bort|ut|ud) (?:från|ur|av|af) sortiment(?:et)?|(?:ei|eivät) (?:ole |olla )?enää (?:saatavilla|saatavana|myynnissä|myydä|valikoimassa|valmistuksessa|valikoimissamme|valmisteta)|poistunut (?:valikoimasta|myynnistä|tuote)|снят[аоы]? с (?:производства|продажи|выпуска)|(?:больше|более) не (?:прода[её]тся|продаются|выпускается|производится|доступ(?:ен|на|но)|поставляется)|больше нет в продаже|выведен[ао]? из ассортимента|знят[оаийі]? з (?:виробництва|продажу)|більше не (?:прода[єе]ться|випускається|виробляється|доступ(?:ний|на|не)|постачається)|спрян[аои]? от (?:производство|продажба)|(?:вече|повече) не се (?:предлага|продава|произвежда)|(?:вече|повече) не е (?:наличен|налична|налично|достъпен)|δεν (?:είναι|διατίθεται|πωλείται|κυκλοφορεί|παράγεται) (?:πλέον|πια)(?: διαθέσιμ[οηα])?|(?:πλέον|πια) δεν (?:είναι διαθέσιμ[οηα]|διατίθεται|πωλείται)|καταργήθηκε|έχει καταργηθεί|üretimden kal(?:ktı|dırıl\\p{L}*)|artık (?:satışta değil|satılmıyor|satılmamaktadır|üretilmiyor|mevcut değil|bulunmuyor|stoklarımızda yok)|satıştan kaldırıl\\p{L}*|(?:više )?nije (?:više )?(?:dostupno|dostupan|u ponudi|u prodaji) više|više (?:nije (?:dostupno|dostupan|dostupna|u (?:ponudi|prodaji))|se ne (?:prodaje|proizvodi))|ni več (?:na voljo|v prodaji|v ponudbi)|se ne (?:prodaja|izdeluje) več|(?:nebe|daugiau ne)(?:parduodama|prekiaujama|gaminama|siūloma)|vairs (?:nav (?:pieejam[sa]|pārdošanā)|netiek (?:pārdots|ražots))|(?:enam ei (?:ole|müüda|toodeta)|ei (?:ole|müüda|toodeta) enam)(?: (?:saadaval|müügil))?|ngừng (?:kinh doanh|sản xuất)|không còn (?:kinh doanh|bán|sản xuất|được bán)|tidak (?:lagi )?(?:dijual|tersedia|diproduksi) lagi|(?:sudah )?tidak (?:lagi )?(?:dijual|diproduksi)",
    ),
    'Discontinued',
  ],
  [
    piece(
      '(?:販売|生産|取(?:り)?扱い?|製造)(?:を|は|が)?終了|廃盤|廃番|停产|停產|停售|已下架|已停止(?:销售|销售|生产)|不再(?:销售|供应|生产|販售|供應)|단종|판매(?:가|를)?\\s?(?:종료|중지|중단)|더 ?이상 판매(?:되|하)지|เลิกจำหน่าย|เลิกผลิต|ไม่มีจำหน่ายแล้ว|หยุดจำหน่าย|הופסק|(?:כבר )?(?:לא|אינו) (?:זמין|נמכר|משווק) (?:יותר|עוד)|לא (?:זמין|נמכר) יותר|لم يعد (?:متوفر|متاح)|توقف (?:إنتاج|بيع)|دیگر (?:موجود|تولید) (?:نیست|نمی‌?شود)|توقف تولید',
    ),
    'Discontinued',
  ],
  [
    word(
      'prednarudžb\\p{L}*|prednaročil\\p{L}*|eeltellimus\\p{L}*|priekšpasūtījum\\p{L}*|išankstin\\p{L}* užsakym\\p{L}*|forp[aö]nt\\p{L}*|reserva ya.*|reserveer nu.*|przedpremierow\\p{L}*|przedsprzedaż|předprodej|предзаказ\\p{L}*|передзамовлення|pre ?orders?|pre ?ordered|preorder now|coming soon|available (?:from|on) \\d.*|releases? (?:on|date)|not yet released|vorbestell\\p{L}*|vorbestellen|erscheint (?:am|in).*|demnächst|précommande\\p{L}*|précommander|bientôt disponible|à paraître|reserva(?:r)? ahora|preventa|pre ?venta|próximamente|preordin\\p{L}*|prenota(?:bile| ora)?|prossimamente|pré ?venda|pré ?encomenda|em breve|brevemente|binnenkort (?:leverbaar|verkrijgbaar|verwacht)|pre order|przedsprzedaż|zapowiedź|předobjedn\\p{L}*|připravujeme|predobjedn\\p{L}*|előrendel\\p{L}*|hamarosan|precomand\\p{L}*|în curând|förbeställ\\p{L}*|förhandsboka|kommer snart|forudbestil\\p{L}*|forhåndsbestill\\p{L}*|kommer snart|ennakkotila\\p{L}*|tulossa pian|предзаказ\\p{L}*|скоро в продаже|передзамовлення|предварителна поръчка|очаквайте|προπαραγγελία|ön ?sipariş|yakında|đặt trước|sắp (?:có hàng|ra mắt)',
    ),
    'PreOrder',
  ],
  [
    piece(
      'הזמנה מראש|สั่งจองล่วงหน้า|予約(?:受付|商品|可|する|注文)|ご予約|近日発売|预售|預購|预订|預售|사전\\s?예약|예약\\s?판매|출시\\s?예정|พรีออเดอร์|หนังสือสั่งจอง|טרום|מכירה מוקדמת|الطلب المسبق|طلب مسبق|پیش‌?\\s?خرید|پیش فروش',
    ),
    'PreOrder',
  ],
  [
    word(
      'back ?orders?(?:ed)?|on backorder|available (?:to|for|on) (?:back ?)?order|(?:on|special|made to) order|ships? (?:when|once) available|more on the way|awaiting stock|expected in stock.*|back in stock (?:on|in|by|soon).*|restock(?:ing|ed)? (?:soon|on|in).*|nachbestellt|auf bestellung|bestellbar|wieder (?:lieferbar|verfügbar) (?:ab|in|am).*|voraussichtlich (?:lieferbar|verfügbar|ab).*|wird (?:nachgeliefert|für sie bestellt|nachbestellt)|im zulauf|sur commande|en cours de réapprovisionnement|réapprovisionnement en cours|bajo pedido|por encargo|en reposición|su ordinazione|in arrivo|in riordino|sob encomenda|por encomenda|in bestelling|op bestelling|in backorder|wordt verwacht|nalevering|na zamówienie|dostępny na zamówienie|na objednávku|na objednání|na ceste|na cestě|rendelésre|rendelhető|beszállítás alatt|la comandă|la comanda|beställningsvara|på väg in|bestillingsvare|restordre|på vej hjem|skaffevare|bestillingsvare|tilaustuote|под заказ|на заказ|ожидается(?: поступление)?|в пути|під замовлення|очікується|по поръчка|κατόπιν παραγγελίας|sipariş üzerine|kauba tellimisel|tellimisel|pēc pasūtījuma|pagal užsakymą|po narudžbi|po naročilu',
    ),
    'BackOrder',
  ],
  [
    piece('お取り寄せ|取り寄せ|入荷待ち|入荷予定|补货中|補貨中|재입고\\s?예정|สั่งจอง|בהזמנה|حسب الطلب'),
    'BackOrder',
  ],
  [
    word(
      "не е налич\\p{L}*|продано|распродан[оаы]?|rasprodat[oai]?|laost otsas|neturime|prek\\p{L}* nėra|uppselt|ekki til(?: á lager)?|(?:temporarily |currently |momentarily )?out of stock|(?:temporarily |currently )?sold out|oos|^(?:sold|verkauft|vendue?s?|venduto|vendid[oa]s?|verkocht|såld|solgt|myyty|sprzedan[eyao]|prodáno|predané|eladva|vândut|продаден[оа]?|prodano|prodato|πωλήθηκε|müüdud|parduota|pārdots|satıldı|selt)[.!]?$|nem rendelhető|not (?:currently |presently )?(?:in stock|available)|isn['’]t available|(?:currently|temporarily) unavailable|unavailable|no stock|stock: ?(?:0|out)|0 (?:in stock|left|available)|nil stock|none (?:left|in stock)|out stock|no longer in stock|nicht (?:auf lager|vorrätig|lieferbar|verfügbar|am lager|mehr auf lager)|(?:derzeit|momentan|aktuell|zur zeit|leider|online) .{0,12}(?:nicht|ausverkauft|vergriffen).{0,20}|ausverkauft|vergriffen|kein(?:e)? (?:lagerbestand|bestand|ware)|nicht bestellbar|en rupture(?: de stock)?|rupture(?: de stock)?|épuisée?s?|indisponibles?|pas (?:disponible|en stock)|non disponible|hors stock|victime de son succès|agotad[oa]s?|no disponible|no hay (?:stock|existencias)|sin (?:stock|existencias)|fuera de stock|no quedan unidades|esaurit[oaie]|non (?:è )?disponibile|non disponibili|terminato|esgotad[oa]s?|indispon[ií]ve(?:l|is)|sem (?:estoque|stock)|fora de estoque|produto indisponível|não disponível|uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar|voorradig)|tijdelijk uitverkocht|geen voorraad|niedostępn\\p{L}*|brak (?:w magazynie|towaru|produktu|na stanie)|wyprzedan[eyao]|chwilowo niedostępny|produkt niedostępny|vyprod[aá]n[oáéý]?|není skladem|nedostupn[éýáo]|momentálně nedostupné|nie je (?:skladom|na sklade|dostupn\\p{L}*)|vypredan[éýáo]|nem (?:kapható|elérhető|rendelhető|raktáron)|nincs (?:raktáron|készleten)|elfogyott|készlethiány|stoc epuizat|stoc 0|indisponibil[ăe]?|nu este (?:în|in) stoc|epuizat[ăe]?|fără stoc|slutsåld[at]?|slut i lager|ej i lager|inte i lager|tillfälligt slut|^slut$|udsolgt|ikke på lager|ikke tilgængelig|midlertidigt udsolgt|utsolgt|tomt på lager|ikke tilgjengelig|loppu(?:nut|unmyyty)|loppu varastosta|ei (?:varastossa|saatavilla)|tilapäisesti loppu|uppseld(?:ur|t)?|нет в (?:наличии|продаже)|нету в наличии|не в наличии|отсутствует|закончил(?:ся|ась|ось|ись)|распродан[оаы]?|товар закончился|нет на складе|немає (?:в наявності|на складі)|відсутн\\p{L}*|розпродано|закінчи(?:вся|лась|лося)|няма (?:в )?наличност|изчерпан[оаи]?|не е в наличност|неналичен|не е налично|εξαντλήθηκε|εξαντλημένο|μη διαθέσιμο|δεν (?:είναι )?διαθέσιμο|εκτός αποθέματος|tükendi|stokta (?:yok|bulunmuyor)|stok(?:ta)? tükendi|mevcut değil|temin edilemiyor|nėra (?:sandėlyje|prekyboje)|išparduota|išpirkta|nav (?:pieejams|noliktavā)|izpārdots|välja müüdud|läbi müüdud|^otsas$|pole (?:laos|saadaval)|ei ole laos|rasprodano|nije (?:dostupno|na zalihi|na stanju)|nema na (?:zalihi|stanju|lageru)|ni na zalogi|razprodano|trenutno ni (?:na zalogi|na voljo)|nedostupno|hết hàng|tạm hết|ngừng bán|habis|stok (?:habis|kosong)|tidak tersedia|kehabisan stok|out of stocks|ubos na|imezwa",
    ),
    'OutOfStock',
  ],
  [
    piece(
      '売り?切れ|完売|在庫(?:切れ|なし|なく)|品切れ|欠品|缺货|缺貨|无货|無貨|售罄|已售完|售完|暂无库存|補貨通知|到货通知|품절|재고\\s?없음|일시\\s?품절|매진|สินค้าหมด|หมด(?:แล้ว|ชั่วคราว|สต[๊็]อก)|אזל(?: מהמלאי)?|לא (?:במלאי|זמין)|אין במלאי|حاليا غير متوفر|غير متوفر|غير متاح|نفد(?:ت)?(?: من| الكمية| المخزون)?|نفذ(?:ت)? الكمية|ناموجود|موجود نیست|उपलब्ध नहीं|स्टॉक में नहीं',
    ),
    'OutOfStock',
  ],
  [word(anyOf(stockPhrases.filter(isOf('OutOfStock')))), 'OutOfStock'],
  [piece(anyOf(runOnStockPhrases)), 'OutOfStock'],
  [
    word(
      '(?:only |just |last )\\d{1,2}(?: (?:items?|pieces?|units?|pcs))? (?:left|remaining|available|in stock)(?: in stock)?|(?:hurry,? )?only \\d{1,2} left.*|\\d{1,2} left(?: in stock)?|last (?:one|pieces?|items?|units?)(?: (?:left|available|in stock))?$|low (?:in )?stock|limited (?:availability|stock|quantit\\p{L}*)|few left|almost (?:gone|sold out)|selling fast|nur noch \\d{1,3} .*|nur noch wenige.*|wenige (?:stück|exemplare|artikel)? ?(?:verfügbar|auf lager)|geringer (?:lager)?bestand|letzte (?:stücke?|exemplare|chance)|nur noch \\d{1,3}|restbestand|plus que \\d{1,3}.*|(?:il ne )?reste (?:plus que )?\\d{1,3}.*|derniers? (?:articles?|exemplaires?|pièces?)(?: en stock)?|stock (?:limité|faible)|faible stock|(?:solo )?quedan? (?:solo )?\\d{1,3}.*|últim[oa]s? (?:unidades?|artículos?|piezas?|disponibles?).*|pocas unidades|stock limitado|(?:ne )?(?:restano|rimangono|rimasti) (?:solo )?\\d{1,3}.*|(?:solo|ultimi|ultime) \\d{1,3} (?:pezzi?|disponibili|rimasti).*|ultim[io] (?:pezz[io]|articoli|disponibil[ie]).*|disponibilità limitata|(?:só )?restam (?:apenas )?\\d{1,3}.*|últimas (?:unidades|peças).*|estoque (?:baixo|limitado)|(?:slechts|nog|nog maar) \\d{1,3} (?:stuks? )?(?:op voorraad|beschikbaar|over).*|laatste (?:stuks?|exemplaren).*|beperkte voorraad|bijna uitverkocht|ostatni[ea]? sztuk[ai]?.*|został[oay]? (?:tylko |już )?\\d{1,3}.*|ograniczona (?:ilość|dostępność)|mała ilość|poslední (?:kus|kusy|ks).*|zbývá \\d{1,3}.*|posledn[éý] kus[y]?.*|(?:már )?csak \\d{1,3} (?:db|darab).*|utolsó darab.*|ultim(?:ul|ele) (?:produs|produse|bucăți|bucati|buc|bucată).*|(?:endast|bara) \\d{1,3} (?:kvar|i lager|st).*|få (?:kvar|i lager)|sista (?:exemplaret|chansen)|(?:kun|bare) \\d{1,3} (?:tilbage|igjen|på lager|stk).*|få (?:på lager|igjen|tilbage)|(?:vain|enää) \\d{1,3} (?:jäljellä|kpl).*|viimeiset kappaleet|(?:осталось|остался|осталась|всего) (?:всего |только )?\\d{1,3}.*|^мало$|заканчивается|последни[йе] (?:экземпляр\\p{L}*|штук\\p{L}*|товар\\p{L}*|бройк\\p{L}*|брой).*|ограниченное количество|залишилося \\d{1,3}.*|закінчується|останній|остават \\d{1,3}.*|ограничена наличност|(?:μόνο|απομένουν) \\d{1,3}.*|τελευταί[αο] (?:κομμάτι[α]?|τεμάχι[οα]).*|περιορισμένη διαθεσιμότητα|son \\d{1,3} (?:ürün|adet).*|tükenmek üzere|sınırlı stok|chỉ còn \\d{1,3}.*|tersisa \\d{1,3}.*|stok terbatas|liko \\d{1,3}.*|paskutin\\p{L}+ (?:prek\\p{L}*|vienet\\p{L}*).*',
    ),
    'LimitedAvailability',
  ],
  [
    piece(
      '残り(?:わずか|少|\\s?\\d{1,3})|在庫(?:わずか|僅少|残少)|仅剩|僅剩|库存紧张|仅余|남은\\s?수량\\s?\\d|품절\\s?임박|เหลือ(?:เพียง|แค่)?\\s?\\d|נותרו? (?:רק )?\\d|מלאי מוגבל|متبق[يى]|كمية محدودة|تنها \\d|فقط \\d{1,3} عدد',
    ),
    'LimitedAvailability',
  ],
  [
    word(
      'in stock(?: now| online)?|instock|available(?: now| online| for delivery| for purchase| to ship| immediately)?|availability: (?:in stock|available|yes)|ready (?:to|for) (?:ship|dispatch|delivery)(?:ping)?|ships (?:today|now|within.*|in \\d.*|immediately|same day|from.*)|\\d{1,6}\\+? (?:items? |pieces? |units? |pcs )?(?:in stock|available)|stock: ?[1-9]\\d*.*|on hand|in store (?:now|only)|online only|(?:sofort|ab lager|lagernd|auf lager|vorrätig|verfügbar|lieferbar)(?: (?:ab lager|lieferbar|verfügbar|versandfertig|und versandfertig))*|(?:sofort|direkt) (?:lieferbar|versandfertig|verfügbar|versendbar)|am lager|ab lager|versandfertig.*|lieferzeit:? (?:ca\\.? )?\\d.*|en stock|disponibles?(?: (?:immédiatement|en ligne|de suite|inmediatamente|en stock|online|subito|ora))?|expédi(?:é|tion) (?:sous|en|dans) \\d.*|prêt à (?:être )?expédi(?:é|er)|en existencias?|hay (?:stock|existencias)|en inventario|stock disponible|entrega inmediata|disponibilità (?:immediata|:? ?sì)|disponibil[ei]|in magazzino|pronta consegna|em estoque|em stock|dispon[ií]vel|disponíveis|pronta entrega|op voorraad|voorradig|uit voorraad(?: leverbaar)?|leverbaar|direct leverbaar|beschikbaar|dostępn[yeai](?: od ręki)?|dostępność:? (?:jest|duża|średnia|dostępny).*|w magazynie|na stanie|na magazynie|jest w magazynie|wysyłka (?:w|do) \\d.*|skladem.*|je skladem|dostupn[éýá]|ihned k odeslání|k dispozici|skladom.*|na sklade|raktáron|készleten|elérhető|kapható|azonnal szállítható|(?:în|in) stoc|disponibil[ăe]?|stoc (?:suficient|disponibil|furnizor)|i lager|finns i (?:lager|webblager)|i webblager|på lager|lagervara|i lagret|tillgänglig|varastossa|saatavilla|heti saatavilla|heti varastosta|til á lager|á lager|есть в наличии|в наличии|имеется в наличии|есть на складе|на складе|доступен|в продаже|в наявності|є в наявності|є на складі|готов(?:ий|ая|ое|ый|ые|а|е|о|и|і)? (?:до|к|за) (?:(?:немедленной|негайно\\p{L}*|незабавно) )?(?:відправ\\p{L}*|відвантажен\\p{L}*|видачі|отправк\\p{L}*|отгрузк\\p{L}*|выдаче|изпращане|доставка)|в наличност|наличен|налично|налична|има в наличност|σε απόθεμα|διαθέσιμ[οηα]|άμεσα διαθέσιμο|άμεση (?:παραλαβή|παράδοση).*|ετοιμοπαράδοτο|stokta(?: var)?|stokta mevcut|mevcut|aynı gün kargo|yra sandėlyje|sandėlyje|turime|prekė yra|ir noliktavā|pieejams|noliktavā|laos(?: olemas)?|saadaval|kohe saadaval|na zalihi|na stanju|na lageru|dostupno|raspoloživo|na zalogi|na voljo|dobavljivo takoj|còn hàng|có sẵn|có hàng|tersedia|stok tersedia|ready stock|ada stok|may stock|në gjendje',
    ),
    'InStock',
  ],
  [
    piece(
      '在庫(?:あり|有り?|◎|○)|即納|当日出荷|発売中|有货|有貨|现货|現貨|有库存|有現貨|재고\\s?있음|재고\\s?보유|구매\\s?가능|즉시\\s?출고|มีสินค้า|พร้อมส่ง|มีในสต[๊็]อก|במלאי|קיים במלאי|זמין(?: במלאי)?|متوفر|متاح|متوفّر|في المخزون|موجود(?: است)?(?: در انبار)?|उपलब्ध|स्टॉक में',
    ),
    'InStock',
  ],
  [word(anyOf(stockPhrases.filter(isOf('InStock')))), 'InStock'],
];

/** A time after which it comes, although it is not in stock now: it can be ordered. */
const leadTime = word(
  '(?:lead time|delivery time|deliver(?:y|ed|able)|dispatch(?:ed|es)?|ships?|shipped|available again|expected|lieferzeit|lieferbar|lieferung|versandfertig|nachlieferung|délai|livraison|expédi(?:é|tion)|livrable|plazo(?: de entrega)?|entrega|envío|tempi? di consegna|consegna|spedi\\p{L}*|prazo|levertijd|leverbaar|levering|czas (?:dostawy|realizacji)|dostawa|wysyłka|dodání|dodací (?:doba|lhůta)|dodanie|szállítási idő|livrare|leveranstid|leveringstid|leverans|toimitusaika|срок (?:поставки|доставки)|поставка|доставка|термін (?:поставки|доставки))[^!?\\d]{0,24}\\d{1,3}[^.!?]{0,12}(?:hours?|days?|weeks?|months?|werktagen?|arbeitstagen?|tagen?|wochen?|monaten?|jours?|semaines?|mois|días?|semanas?|meses|giorni|settimane|mesi|dias|werkdagen|dagen|weken|maanden|dni|tygodni\\p{L}*|miesi\\p{L}*|dnů|dní|týdn\\p{L}*|nap|hét|zile|săptămân\\p{L}*|dagar|veckor|dager|uker|dage|uger|päivää|viikkoa|дн\\p{L}*|недел\\p{L}*|тижн\\p{L}*)',
);

/** An amount of money, and the word before it that makes it the least or the most of something. */
const amount =
  /(?:(?<![\p{L}\p{N}])(?:now|for|at|only|from|over|above|ab|über|für|dès|pour|desde|por|da|per|vanaf|voor|od|za|fra|från|för|от|за|від)\s)?(?:\p{Sc}\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:\p{Sc}|(?:kr|zł|kč|ft|lei|лв|руб|грн|tl|eur|usd|chf)(?![\p{L}\p{N}])|[円元원]))/iu;
const least =
  /^(?:from|over|above|ab|über|dès|desde|da|vanaf|od|fra|från|от|від)\s|^\P{L}{0,20}(?:and (?:up|more|over)|以上|이상)/iu;
const clauseEnd = /[.!?;,•·|\n](?=\s)|\s[–—-]\s/u;

/** The text without its clauses that name an amount, but for a bare state beside it: "In stock $19.99". */
const withoutOffers = (text: string): string =>
  text
    .split(clauseEnd)
    .filter((clause) => {
      const found = amount.exec(clause);
      if (!found) return true;
      const others = clause.replace(found[0], ' ').match(/\p{L}+/gu) ?? [];
      return !least.test(found[0]) && others.length <= 3;
    })
    .join('. ');

/** A state, and where in the text its words stand. */
interface Found {
  state: Availability;
  start: number;
  end: number;
}

const findState = (text: string): Found | undefined => {
  for (const [pattern, state] of rules) {
    const match = pattern.exec(text);
    if (match) return { state, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
};

const other = word(anyOf(otherSubjects));
const otherRunOn = piece(anyOf(otherSubjects.filter(({ phrase }) => !/^[\p{Script=Latin}]/u.test(phrase))));
const part = word(anyOf(partSubjects));
const product = word(anyOf(productSubjects));

/** Most words between what is missing and the word for that: "Image of this product not available". */
const maxSubjectWords = 3;

/** Whether the clause in which the state stands has another subject than the product: "Image unavailable". */
const isOfOther = (text: string, { start }: Found): boolean => {
  const clause = text.slice(0, start).split(clauseEnd).at(-1)!;
  const subject = other.exec(clause) ?? otherRunOn.exec(clause);
  if (!subject) return false;
  const between = clause.slice(subject.index + subject[0].length).match(/\p{L}+/gu) ?? [];
  return between.length <= maxSubjectWords;
};

const stateIn = (text: string): Found | undefined => {
  const found = findState(text);
  return found && isOfOther(text, found) ? undefined : found;
};

const readState = (text: string): Found | undefined => {
  if (text.length > 200 || saysNothing.test(text) || speaksOfOther.test(text)) return undefined;
  const found = stateIn(text);
  // "The new tent, available now from £199" praises, and "Ships free over $50" is about carriage.
  if ((found?.state === 'InStock' || found?.state === 'LimitedAvailability') && amount.test(text))
    return stateIn(withoutOffers(text));
  return found?.state === 'OutOfStock' && leadTime.test(text) ? { ...found, state: 'BackOrder' } : found;
};

/**
 * Reads what a short text near the buy button says about stock, in the languages of most shops.
 *
 * @param text - one label or sentence, e.g. `"Nur noch 3 Stück auf Lager"`. A text longer than 200 characters is
 *   prose that may speak about anything, and is not read.
 * @returns `undefined` when it says nothing, only asks ("Notify me when in stock"), or speaks of something else
 *   ("Image unavailable").
 */
export const readAvailabilityText = (text: string): Availability | undefined => readState(text)?.state;

/** Whether a text names a size, an option or a branch: what it says of stock holds for that one. */
export const isOfOnePart = (text: string): boolean => part.test(text);

const labels = new RegExp(`^(?:${anyOf(stockLabels).replaceAll(' ', '[\\s-]+')})\\s*(?:[:：]\\s*|$)`, 'iu');

/**
 * The label of a line about stock, and what stands behind it.
 *
 * @returns `undefined` where the line begins with none; `value` is empty where the label stands alone.
 */
export const splitStockLabel = (line: string): { value: string } | undefined => {
  const label = labels.exec(line.slice(0, 200));
  return label ? { value: line.slice(label[0].length).trim() } : undefined;
};

/** What stands behind the label of a line about stock: words, or the number of pieces. */
export const readLabelledStock = (value: string): Availability | undefined => {
  const pieces = /^[<>]?\s?(\d{1,6})(?:\s\p{L}{1,8}\.?)?$/u.exec(value);
  return (
    readAvailabilityText(value) ?? (pieces ? (Number(pieces[1]) > 0 ? 'InStock' : 'OutOfStock') : undefined)
  );
};

/** Words beside those for the state in a line that says nothing else: "Currently out of stock", "0 in stock online". */
const maxOtherWords = 2;

/** Whether a line says nothing but its state, or names the product as that which has it. */
export const isBareState = (line: string): boolean => {
  const found = readState(line);
  if (!found) return false;
  const rest = `${line.slice(0, found.start)} ${line.slice(found.end)}`;
  return (rest.match(/\p{L}+/gu) ?? []).length <= maxOtherWords || product.test(rest);
};

const short = new Map<string, Availability>([
  ['instock', 'InStock'],
  ['in', 'InStock'],
  ['available', 'InStock'],
  ['instoreonly', 'InStock'],
  ['onlineonly', 'InStock'],
  ['onlineandinstore', 'InStock'],
  ['reserved', 'OutOfStock'],
  ['outofstock', 'OutOfStock'],
  ['out', 'OutOfStock'],
  ['oos', 'OutOfStock'],
  ['soldout', 'OutOfStock'],
  ['unavailable', 'OutOfStock'],
  ['notinstock', 'OutOfStock'],
  ['notavailable', 'OutOfStock'],
  ['preorder', 'PreOrder'],
  ['presale', 'PreOrder'],
  ['backorder', 'BackOrder'],
  ['availablefororder', 'BackOrder'],
  ['madetoorder', 'BackOrder'],
  ['pending', 'BackOrder'],
  ['discontinued', 'Discontinued'],
  ['limitedavailability', 'LimitedAvailability'],
  ['limited', 'LimitedAvailability'],
]);

/**
 * Reads a machine's word for stock: schema.org's addresses and short names in any spelling
 * (`http://schema.org/InStock`, `schema:OutOfStock`, `in_stock`), and the words of OpenGraph and Facebook
 * (`instock`, `oos`, `available for order`, `pending`); anything else is read as text.
 *
 * @see https://schema.org/ItemAvailability
 */
export const readAvailabilityUrl = (text: string): Availability | undefined => {
  const trimmed = text.trim();
  const name = /[^/#:]*$/.exec(trimmed.replace(/\/+$/, ''))![0];
  return short.get(name.replace(/[\s_-]/g, '').toLowerCase()) ?? readAvailabilityText(trimmed);
};
