// Generated from CLDR by scripts/generate-currency-data.ts (npm run generate:currency-data).

/** ISO 4217 codes of the currencies in use. */
export const currencyCodes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL';

/** Decimals in use where they are not two. */
export const currencyDigits: Readonly<Record<string, number>> = {
  AFN: 0,
  ALL: 0,
  BHD: 3,
  BIF: 0,
  CLP: 0,
  COP: 0,
  DJF: 0,
  GNF: 0,
  HUF: 0,
  IDR: 0,
  IQD: 0,
  IRR: 0,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KPW: 0,
  KRW: 0,
  KWD: 3,
  LAK: 0,
  LBP: 0,
  LYD: 3,
  MGA: 0,
  MMK: 0,
  OMR: 3,
  PKR: 0,
  PYG: 0,
  RWF: 0,
  SLL: 0,
  SOS: 0,
  SYP: 0,
  TND: 3,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  YER: 0,
};

/** Decimal separator where the currency is at home, when its homes agree. */
export const currencyDecimals: Readonly<Record<string, string>> = {
  AED: '.',
  AFN: '.',
  ALL: ',',
  AMD: ',',
  ANG: '.',
  AOA: ',',
  ARS: ',',
  AUD: '.',
  AWG: ',',
  AZN: ',',
  BAM: ',',
  BBD: '.',
  BDT: '.',
  BGN: ',',
  BHD: '.',
  BIF: ',',
  BMD: '.',
  BND: ',',
  BOB: ',',
  BRL: ',',
  BSD: '.',
  BTN: '.',
  BWP: '.',
  BYN: ',',
  BZD: '.',
  CAD: '.',
  CDF: ',',
  CHF: '.',
  CLP: ',',
  CNY: '.',
  COP: ',',
  CRC: ',',
  CUC: '.',
  CUP: '.',
  CVE: ',',
  CZK: ',',
  DJF: ',',
  DKK: ',',
  DOP: '.',
  DZD: ',',
  EGP: '.',
  ERN: '.',
  ETB: '.',
  EUR: ',',
  FJD: '.',
  FKP: '.',
  GBP: '.',
  GEL: ',',
  GHS: '.',
  GIP: '.',
  GMD: '.',
  GNF: ',',
  GTQ: '.',
  GYD: '.',
  HKD: '.',
  HNL: '.',
  HRK: ',',
  HTG: '.',
  HUF: ',',
  IDR: ',',
  ILS: '.',
  INR: '.',
  IQD: '.',
  IRR: '.',
  ISK: ',',
  JMD: '.',
  JOD: '.',
  JPY: '.',
  KES: '.',
  KGS: ',',
  KHR: '.',
  KMF: '.',
  KPW: '.',
  KRW: '.',
  KWD: '.',
  KYD: '.',
  KZT: ',',
  LAK: ',',
  LBP: ',',
  LKR: '.',
  LRD: '.',
  LSL: '.',
  LYD: ',',
  MDL: ',',
  MGA: '.',
  MKD: ',',
  MMK: '.',
  MNT: '.',
  MOP: '.',
  MRU: ',',
  MUR: ',',
  MVR: '.',
  MWK: '.',
  MXN: '.',
  MYR: '.',
  MZN: ',',
  NAD: ',',
  NGN: '.',
  NIO: '.',
  NOK: ',',
  NPR: '.',
  NZD: '.',
  OMR: '.',
  PAB: '.',
  PEN: '.',
  PGK: '.',
  PHP: '.',
  PKR: '.',
  PLN: ',',
  PYG: '.',
  QAR: '.',
  RON: ',',
  RSD: ',',
  RUB: ',',
  RWF: ',',
  SAR: '.',
  SBD: '.',
  SCR: ',',
  SDG: '.',
  SEK: ',',
  SGD: '.',
  SHP: '.',
  SLE: '.',
  SLL: '.',
  SOS: '.',
  SRD: ',',
  SSP: '.',
  STN: ',',
  SYP: '.',
  SZL: '.',
  THB: '.',
  TJS: ',',
  TMT: ',',
  TND: ',',
  TOP: '.',
  TRY: ',',
  TTD: '.',
  TWD: '.',
  TZS: '.',
  UAH: ',',
  UGX: '.',
  UYU: ',',
  UZS: ',',
  VES: ',',
  VND: ',',
  VUV: '.',
  WST: '.',
  XCD: '.',
  XCG: '.',
  XPF: ',',
  YER: '.',
  ZMW: '.',
  ZWG: '.',
  ZWL: '.',
};

/** Currency by ISO 3166-1 alpha-2 region. */
export const regionCurrencies: Readonly<Record<string, string>> = {
  AC: 'SHP',
  AD: 'EUR',
  AE: 'AED',
  AF: 'AFN',
  AG: 'XCD',
  AI: 'XCD',
  AL: 'ALL',
  AM: 'AMD',
  AO: 'AOA',
  AR: 'ARS',
  AS: 'USD',
  AT: 'EUR',
  AU: 'AUD',
  AW: 'AWG',
  AX: 'EUR',
  AZ: 'AZN',
  BA: 'BAM',
  BB: 'BBD',
  BD: 'BDT',
  BE: 'EUR',
  BF: 'XOF',
  BG: 'EUR',
  BH: 'BHD',
  BI: 'BIF',
  BJ: 'XOF',
  BL: 'EUR',
  BM: 'BMD',
  BN: 'BND',
  BO: 'BOB',
  BQ: 'USD',
  BR: 'BRL',
  BS: 'BSD',
  BT: 'BTN',
  BV: 'NOK',
  BW: 'BWP',
  BY: 'BYN',
  BZ: 'BZD',
  CA: 'CAD',
  CC: 'AUD',
  CD: 'CDF',
  CF: 'XAF',
  CG: 'XAF',
  CH: 'CHF',
  CI: 'XOF',
  CK: 'NZD',
  CL: 'CLP',
  CM: 'XAF',
  CN: 'CNY',
  CO: 'COP',
  CR: 'CRC',
  CU: 'CUP',
  CV: 'CVE',
  CW: 'XCG',
  CX: 'AUD',
  CY: 'EUR',
  CZ: 'CZK',
  DE: 'EUR',
  DG: 'USD',
  DJ: 'DJF',
  DK: 'DKK',
  DM: 'XCD',
  DO: 'DOP',
  DZ: 'DZD',
  EA: 'EUR',
  EC: 'USD',
  EE: 'EUR',
  EG: 'EGP',
  EH: 'MAD',
  ER: 'ERN',
  ES: 'EUR',
  ET: 'ETB',
  EU: 'EUR',
  FI: 'EUR',
  FJ: 'FJD',
  FK: 'FKP',
  FM: 'USD',
  FO: 'DKK',
  FR: 'EUR',
  GA: 'XAF',
  GB: 'GBP',
  GD: 'XCD',
  GE: 'GEL',
  GF: 'EUR',
  GG: 'GBP',
  GH: 'GHS',
  GI: 'GIP',
  GL: 'DKK',
  GM: 'GMD',
  GN: 'GNF',
  GP: 'EUR',
  GQ: 'XAF',
  GR: 'EUR',
  GS: 'GBP',
  GT: 'GTQ',
  GU: 'USD',
  GW: 'XOF',
  GY: 'GYD',
  HK: 'HKD',
  HM: 'AUD',
  HN: 'HNL',
  HR: 'EUR',
  HT: 'HTG',
  HU: 'HUF',
  IC: 'EUR',
  ID: 'IDR',
  IE: 'EUR',
  IL: 'ILS',
  IM: 'GBP',
  IN: 'INR',
  IO: 'USD',
  IQ: 'IQD',
  IR: 'IRR',
  IS: 'ISK',
  IT: 'EUR',
  JE: 'GBP',
  JM: 'JMD',
  JO: 'JOD',
  JP: 'JPY',
  KE: 'KES',
  KG: 'KGS',
  KH: 'KHR',
  KI: 'AUD',
  KM: 'KMF',
  KN: 'XCD',
  KP: 'KPW',
  KR: 'KRW',
  KW: 'KWD',
  KY: 'KYD',
  KZ: 'KZT',
  LA: 'LAK',
  LB: 'LBP',
  LC: 'XCD',
  LI: 'CHF',
  LK: 'LKR',
  LR: 'LRD',
  LS: 'ZAR',
  LT: 'EUR',
  LU: 'EUR',
  LV: 'EUR',
  LY: 'LYD',
  MA: 'MAD',
  MC: 'EUR',
  MD: 'MDL',
  ME: 'EUR',
  MF: 'EUR',
  MG: 'MGA',
  MH: 'USD',
  MK: 'MKD',
  ML: 'XOF',
  MM: 'MMK',
  MN: 'MNT',
  MO: 'MOP',
  MP: 'USD',
  MQ: 'EUR',
  MR: 'MRU',
  MS: 'XCD',
  MT: 'EUR',
  MU: 'MUR',
  MV: 'MVR',
  MW: 'MWK',
  MX: 'MXN',
  MY: 'MYR',
  MZ: 'MZN',
  NA: 'NAD',
  NC: 'XPF',
  NE: 'XOF',
  NF: 'AUD',
  NG: 'NGN',
  NI: 'NIO',
  NL: 'EUR',
  NO: 'NOK',
  NP: 'NPR',
  NR: 'AUD',
  NU: 'NZD',
  NZ: 'NZD',
  OM: 'OMR',
  PA: 'PAB',
  PE: 'PEN',
  PF: 'XPF',
  PG: 'PGK',
  PH: 'PHP',
  PK: 'PKR',
  PL: 'PLN',
  PM: 'EUR',
  PN: 'NZD',
  PR: 'USD',
  PS: 'ILS',
  PT: 'EUR',
  PW: 'USD',
  PY: 'PYG',
  QA: 'QAR',
  RE: 'EUR',
  RO: 'RON',
  RS: 'RSD',
  RU: 'RUB',
  RW: 'RWF',
  SA: 'SAR',
  SB: 'SBD',
  SC: 'SCR',
  SD: 'SDG',
  SE: 'SEK',
  SG: 'SGD',
  SH: 'SHP',
  SI: 'EUR',
  SJ: 'NOK',
  SK: 'EUR',
  SL: 'SLE',
  SM: 'EUR',
  SN: 'XOF',
  SO: 'SOS',
  SR: 'SRD',
  SS: 'SSP',
  ST: 'STN',
  SV: 'USD',
  SX: 'XCG',
  SY: 'SYP',
  SZ: 'SZL',
  TA: 'GBP',
  TC: 'USD',
  TD: 'XAF',
  TF: 'EUR',
  TG: 'XOF',
  TH: 'THB',
  TJ: 'TJS',
  TK: 'NZD',
  TL: 'USD',
  TM: 'TMT',
  TN: 'TND',
  TO: 'TOP',
  TR: 'TRY',
  TT: 'TTD',
  TV: 'AUD',
  TW: 'TWD',
  TZ: 'TZS',
  UA: 'UAH',
  UG: 'UGX',
  UM: 'USD',
  US: 'USD',
  UY: 'UYU',
  UZ: 'UZS',
  VA: 'EUR',
  VC: 'XCD',
  VE: 'VES',
  VG: 'USD',
  VI: 'USD',
  VN: 'VND',
  VU: 'VUV',
  WF: 'XPF',
  WS: 'WST',
  XK: 'EUR',
  YE: 'YER',
  YT: 'EUR',
  ZA: 'ZAR',
  ZM: 'ZMW',
  ZW: 'ZWG',
};

/** Lines of sign, tab, codes: how the world's locales print each currency. */
export const currencySigns = `$	ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUC CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD USD UYU XCD
$ AU	AUD
$ HK	HKD
$ NZ	NZD
$ SG	SGD
$ US	USD
$AR	ARS
$AU	AUD
$BM	BMD
$BN	BND
$BZ	BZD
$C	NIO
$CA	CAD
$CL	CLP
$CO	COP
$EC	XCD
$FJ	FJD
$HK	HKD
$LR	LRD
$MN	CUP
$MX	MXN
$NA	NAD
$NZ	NZD
$SB	SBD
$SG	SGD
$SR	SRD
$T	TOP
$TT	TTD
$U	UYU
$US	USD
$UY	UYU
$WS	WST
A$	AUD
AAS	XOF
ANG	XCG
AR$	ARS
AU$	AUD
Af	AFN
Afl	AWG
Afl.	AWG
Ar	MGA
B$	BSD
B/.	PAB
BB$	BBD
BBG	BBD
BD$	BMD
BM$	BMD
BN$	BND
BR$	BRL
BS$	BSD
BZ$	BZD
Bds$	BBD
Br	BYN ETB
Br.	BYN
Bs	BOB
Bs.S	VES
C$	CAD NIO
CA$	CAD
CF	KMF
CFP	XPF
CFPF	XPF
CI$	KYD
CL$	CLP
CN¥	CNY
CO$	COP
CU$	CUP
CUC$	CUC
Cf	XCG
Cg	XCG
Cg.	XCG
Cub$	CUC
D	GMD
DA	DZD
DBB	BBD
DBM	BMD
DBZ	BZD
DO$	DOP
DT	TND
Db	STN
Dkr	DKK
E	SZL
EC$	XCD
EG£	EGP
E£	EGP
F CFA	XOF
F.G.	GNF
F.Rw	RWF
FBu	BIF
FC	CDF KMF
FCFA	XAF
FCFP	XPF
FG	GNF
FJ$	FJD
FK£	FKP
FR	RWF
Fdj	DJF
Fl£	FKP
Ft	HUF
G	HTG
G$	GYD
GB£	GBP
GHC	GHS
GH₵	GHS
GY$	GYD
Gs	PYG
Gs.	PYG
HK$	HKD
HKS	HKD
Ikr	ISK
Irak dinaa	IQD
J$	JMD
JM$	JMD
JP¥	JPY
K	MMK PGK ZMW
KA$	CAD
KM	BAM
KY$	KYD
Kg.	XCG
Kn	HRK
Kr	DKK ISK NOK SEK
Ksh	KES
Kw	ZMW
Kz	AOA
Kč	CZK
L	HNL MDL RON
L$	LRD
LE	EGP
LS	SYP
Le	SLE
Lekë	ALL
L£	LBP
MK	MWK
MOP$	MOP
MTn	MZN
MX$	MXN
N$	NAD
NAf	ANG
NAf.	ANG
NIS	ILS
NKr	NOK
NT$	TWD
NZ$	NZD
Nfk	ERN
Nkr	NOK
P	BWP
P.	BYN
Q	GTQ
R	ZAR
R$	BRL
RD$	DOP
RF	RWF
RM	MYR
Rf	MVR
Rp	IDR
Rs	INR LKR MUR NPR PKR SCR
Rs.	LKR
S	SOS
S$	SGD
S/	PEN
SB$	SBD
SD£	SSP
SI$	SBD
SR	SCR
SR$	SRD
STD	STN
S£	SYP
T$	TOP
TK	BDT
TSh	TZS
TT$	TTD
Tk	BDT
UK£	GBP
UM	MRU
US$	USD
USh	UGX
UY$	UYU
VT	VUV
WS$	WST
ZK	ZMW
ZiG	ZWG
Zł	PLN
den	MKD
din.	RSD
kn	HRK
kr	DKK ISK NOK SEK
kr.	DKK ISK NOK SEK
lei	RON
lej	RON
leu	RON
ley	RON
p.	BYN
r.	BYN
rb	RUB
soʻm	UZS
zl	PLN
zł	PLN
£	EGP FKP GBP GIP SHP SSP SYP
£E	EGP
£FK	FKP
£GB	GBP
£GI	GIP
£L	LBP
£LB	LBP
¥	CNY JPY
¥CN	CNY
Íkr	ISK
ƒ	XCG
КМ	BAM
Кч	CZK
ЛСЛ	LSL
ТМТ	TMT
Тл	TRY
ден.	MKD
дин.	RSD
зл	PLN
кр	SEK
лв.	BGN
р	BYN
р.	BYN
руб	RUB
руб.	RUB
сом	KGS
сўм	UZS
щ.д.	USD
֏	AMD
؋	AFN
أ.م.	MRU
ج.س.	SDG
ج.م.	EGP
د.أ.	JOD
د.إ.	AED
د.ب.	BHD
د.ت.	TND
د.ج.	DZD
د.ع.	IQD
د.ك.	KWD
د.ل.	LYD
د.م.	MAD
ر	PKR
ر.إ.	IRR
ر.س.	SAR
ر.ع.	OMR
ر.ق.	QAR
ر.ي.	YER
ریال	IRR
فرانک CFA	XOF
ل.س.	SYP
ل.ل.	LBP
नेरू	NPR
रू	NPR
रॉन	RON
लेई	RON
৳	BDT
રૂ.	MUR
ಲೀ	RON
රු.	LKR
සිෆ්එ	XOF
฿	THB
ლ	GEL
ብር	ETB
ឡូទី	LSL
៛	KHR
​	CVE
₡	CRC
₦	NGN
₩	KPW KRW
₪	ILS
₫	VND
€	EUR
₭	LAK
₮	MNT
₱	CUP PHP
₲	PYG
₴	UAH
₵	GHS
₸	KZT
₹	INR
₺	TRY
₼	AZN
₽	RUB
₾	GEL
⃀	KGS
レイ	RON
元	CNY
￥	CNY JPY
￦	KRW`;

/** Lines of name in lower case, tab, codes: in the languages of those who pay with it. */
export const currencyNames = `afghan afghani	AFN
afghan afghanis	AFN
albanian lek	ALL
albanian lekë	ALL
algerian dinars	DZD
angolan kwanzas	AOA
argentine pesos	ARS
ariary malgache	MGA
ariarys malgaches	MGA
armenian drams	AMD
arubaanse gulden	AWG
aruban florin	AWG
australian dollars	AUD
azerbaijani manats	AZN
azərbaycan manatı	AZN
bahamian dollars	BSD
bahraini dinars	BHD
balboa panameño	PAB
balboas panameños	PAB
bangladeshi takas	BDT
barbadian dollars	BBD
belarusian rubles	BYN
belize dollars	BZD
bermudan dollars	BMD
bhutanese ngultrums	BTN
bolivian bolivianos	BOB
boliviano	BOB
bolivianos	BOB
bolívar venezolano	VES
bolívares venezolanos	VES
botswanan pulas	BWP
brazilian reals	BRL
british pounds	GBP
brunei dollars	BND
bulgarian leva	BGN
burundian franc	BIF
burundian francs	BIF
cambodian riels	KHR
canadian dollars	CAD
cape verdean escudos	CVE
caribbean guilders	XCG
cayman islands dollars	KYD
central african cfa franc	XAF
central african cfa francs	XAF
cfp franc	XPF
cfp francs	XPF
chilean peso	CLP
chilean pesos	CLP
chinese yuan	CNY
colombian peso	COP
colombian pesos	COP
colones costarricenses	CRC
colón costarricense	CRC
comorian franc	KMF
comorian francs	KMF
congolese francs	CDF
costa rican colóns	CRC
croatian kunas	HRK
cuban convertible pesos	CUC
cuban pesos	CUP
czech korunas	CZK
córdoba oro	NIO
córdobas oro	NIO
danish kroner	DKK
dansk krone	DKK
danske kroner	DKK
denar maqedonas	MKD
denarë maqedonas	MKD
dinar algérien	DZD
dinar tunisien	TND
dinars algériens	DZD
dinars tunisiens	TND
dirham marocain	MAD
dirhams marocains	MAD
djiboutian franc	DJF
djiboutian francs	DJF
dobra de são tomé e príncipe	STN
dolar brunei	BND
dolar singapura	SGD
dollar canadien	CAD
dollar des états-unis	USD
dollars canadiens	CAD
dollars des états-unis	USD
dominican pesos	DOP
dänische kronen	DKK
dólar americano	USD
dólar estadounidense	USD
dólares americanos	USD
dólares estadounidenses	USD
east caribbean dollars	XCD
egyptian pounds	EGP
eiro	EUR
eritrean nakfas	ERN
escudo cabo-verdiano	CVE
escudos cabo-verdianos	CVE
ethiopian birrs	ETB
eura	EUR
eurai	EUR
euras	EUR
euro	EUR
euroa	EUR
euros	EUR
eurot	EUR
evra	EUR
evri	EUR
falkland islands pounds	FKP
faranga za kongo	CDF
fijian dollars	FJD
franc burundais	BIF
franc cfa (bceao)	XOF
franc cfa (beac)	XAF
franc cfp	XPF
franc comorien	KMF
franc congolais	CDF
franc djiboutien	DJF
franc guinéen	GNF
franc suisse	CHF
franchi svizzeri	CHF
franco cfa de bceao	XOF
franco cfa de áfrica central	XAF
francos cfa de bceao	XOF
francs burundais	BIF
francs cfa (bceao)	XOF
francs cfa (beac)	XAF
francs cfp	XPF
francs comoriens	KMF
francs congolais	CDF
francs djiboutiens	DJF
francs guinéens	GNF
francs suisses	CHF
gambian dalasis	GMD
georgian laris	GEL
ghana sidi	GHS
ghanaian cedis	GHS
gibraltar pounds	GIP
gourde haïtienne	HTG
gourdes haïtiennes	HTG
guatemalan quetzals	GTQ
guinean franc	GNF
guinean francs	GNF
guyanaese dollars	GYD
haitian gourdes	HTG
honduran lempiras	HNL
hong kong dollars	HKD
hrvatskih kuna	HRK
hungarian forint	HUF
hungarian forints	HUF
i-south african rand	ZAR
icelandic króna	ISK
icelandic krónur	ISK
indian rupees	INR
indonesian rupiah	IDR
indonesian rupiahs	IDR
iranian rial	IRR
iranian rials	IRR
iraqi dinar	IQD
iraqi dinars	IQD
israeli new shekels	ILS
jamaican dollars	JMD
japanese yen	JPY
jordanian dinars	JOD
kazakhstani tenges	KZT
kenyan shillings	KES
konvertibilnih maraka	BAM
kuwaiti dinars	KWD
kwanza angolano	AOA
kwanzas angolanos	AOA
kyrgyz soms	KGS
laotian kip	LAK
laotian kips	LAK
lebanese pound	LBP
lebanese pounds	LBP
lei moldovenești	MDL
lei românești	RON
lek shqiptar	ALL
lekë shqiptar	ALL
lempira hondureño	HNL
lempiras hondureños	HNL
lesotho lotis	LSL
liberian dollars	LRD
libyan dinars	LYD
macanese patacas	MOP
macedonian denari	MKD
magyar forint	HUF
malagasy ariaries	MGA
malagasy ariary	MGA
malawian kwachas	MWK
malaysian ringgits	MYR
maldivian rufiyaas	MVR
mauritanian ouguiyas	MRU
mauritian rupees	MUR
meticais moçambicanos	MZN
metical moçambicano	MZN
mexican pesos	MXN
moldovan lei	MDL
mongolian tugriks	MNT
moroccan dirhams	MAD
mozambican meticals	MZN
myanmar kyat	MMK
myanmar kyats	MMK
namibian dollars	NAD
nepalese rupees	NPR
new taiwan dollars	TWD
new zealand dollars	NZD
nicaraguan córdobas	NIO
nigerian nairas	NGN
norsk krone	NOK
norske kroner	NOK
north korean won	KPW
norwegian kroner	NOK
náírà nàìjíríà	NGN
omani rials	OMR
o‘zbekiston so‘mi	UZS
pakistani rupee	PKR
pakistani rupees	PKR
panamanian balboas	PAB
papua new guinean kina	PGK
paraguayan guarani	PYG
paraguayan guaranis	PYG
peruvian soles	PEN
peso argentino	ARS
peso chileno	CLP
peso colombiano	COP
peso cubano	CUP
peso cubano convertible	CUC
peso dominicano	DOP
peso mexicano	MXN
peso uruguayo	UYU
pesos argentinos	ARS
pesos chilenos	CLP
pesos colombianos	COP
pesos cubanos	CUP
pesos cubanos convertibles	CUC
pesos dominicanos	DOP
pesos mexicanos	MXN
pesos uruguayos	UYU
philippine pesos	PHP
piso ng pilipinas	PHP
polish zlotys	PLN
polnische złoty	PLN
qatari riyals	QAR
quetzal guatemalteco	GTQ
quetzales guatemaltecos	GTQ
reais brasileiros	BRL
real brasileiro	BRL
ringgit malaysia	MYR
romanian lei	RON
roupie des seychelles	SCR
roupie mauricienne	MUR
roupies des seychelles	SCR
roupies mauriciennes	MUR
rupiah indonesia	IDR
russian rubles	RUB
rwandan franc	RWF
rwandan francs	RWF
samoan tala	WST
saudi riyals	SAR
schweizer franken	CHF
serbian dinars	RSD
seychellois rupees	SCR
shilingi ya uganda	UGX
shilingi za kenya	KES
shilingi za tanzania	TZS
shilingi za uganda	UGX
shilingka soomaaliya	SOS
sierra leonean leones	SLE
singapore dollars	SGD
sol peruano	PEN
soles peruanos	PEN
solomon islands dollars	SBD
somali shilling	SOS
somali shillings	SOS
south african rand	ZAR
south korean won	KRW
south sudanese pounds	SSP
sri lankan rupees	LKR
srpskih dinara	RSD
st. helena pounds	SHP
sudanese pounds	SDG
suid-afrikaanse rand	ZAR
surinaamse dollar	SRD
surinamese dollars	SRD
svenska kronor	SEK
swazi emalangeni	SZL
swedish kronor	SEK
swiss francs	CHF
syrian pound	SYP
syrian pounds	SYP
são tomé & príncipe dobras	STN
tajikistani somonis	TJS
tanzanian shillings	TZS
thai baht	THB
tongan paʻanga	TOP
trinidad & tobago dollars	TTD
tunisian dinars	TND
turkish lira	TRY
turkmenistani manat	TMT
türkmen manady	TMT
uae dirhams	AED
ugandan shilling	UGX
ugandan shillings	UGX
ukrainian hryvnias	UAH
uruguayan pesos	UYU
us dollars	USD
uzbekistani som	UZS
vanuatu vatu	VUV
vanuatu vatus	VUV
vatu vanuatuan	VUV
vatus vanuatuans	VUV
venezuelan bolívars	VES
vietnamese dong	VND
west african cfa franc	XOF
west african cfa francs	XOF
yemeni rial	YER
yemeni rials	YER
zambian kwachas	ZMW
zimbabwean gold	ZWG
złotego polskiego	PLN
íslensk króna	ISK
íslenskar krónur	ISK
české koruny	CZK
đồng việt nam	VND
ευρώ	EUR
беларускага рубля	BYN
беларускі рубель	BYN
беларускіх рублёў	BYN
беларускія рублі	BYN
белорусского рубля	BYN
български лев	BGN
български лева	BGN
евро	EUR
казахского тенге	KZT
киргизского сома	KGS
кыргызстан сому	KGS
македонски денари	MKD
монгол төгрөг	MNT
российского рубля	RUB
српских динара	RSD
украинской гривны	UAH
української гривні	UAH
ўзбекистон сўм	UZS
қазақстан теңгесі	KZT
հայկական դրամ	AMD
שקלים חדשים	ILS
أوقية موريتانية	MRU
افغانی افغانستان	AFN
افغانۍ	AFN
جنيه سوداني	SDG
جنيه لبناني	LBP
جنيه مصري	EGP
جنيهات سودانية	SDG
جنيهات مصرية	EGP
جنيهان مصريان	EGP
جنيهًا سودانيًا	SDG
جنيهًا مصريًا	EGP
دراهم مغربية	MAD
درهم إماراتي	AED
درهم مغربي	MAD
درهمان مغربيان	MAD
درهمًا مغربيًا	MAD
دينار أردني	JOD
دينار بحريني	BHD
دينار تونسي	TND
دينار جزائري	DZD
دينار عراقي	IQD
دينار كويتي	KWD
دينار ليبي	LYD
دينارات تونسية	TND
دينارات جزائرية	DZD
دينارات ليبية	LYD
ديناران تونسيان	TND
ديناران جزائريان	DZD
ديناران ليبيان	LYD
دينارًا تونسيًا	TND
دينارًا جزائريًا	DZD
دينارًا ليبيًا	LYD
ريال سعودي	SAR
ريال عماني	OMR
ريال قطري	QAR
ريال يمني	YER
ریال ایران	IRR
شلن صومالي	SOS
شيكل إسرائيلي جديد	ILS
فرنك جزر القمر	KMF
فرنك وسط أفريقي	XAF
ليرة سورية	SYP
پاکستانی روپیہ	PKR
नेपाली रूपैयाँ	NPR
भारतीय रुपए	INR
भारतीय रुपया	INR
বাংলাদেশী টাকা	BDT
இலங்கை ரூபாய்	LKR
இலங்கை ரூபாய்கள்	LKR
ශ්‍රී ලංකා රුපියල	LKR
บาทไทย	THB
ລາວ ກີບ	LAK
မြန်မာ ကျပ်	MMK
ქართული ლარი	GEL
ኤርትራዊ ናቕፋ	ERN
የኢትዮጵያ ብር	ETB
រៀល​កម្ពុជា	KHR
人民币	CNY
新加坡元	SGD
新台幣	TWD
澳門元	MOP
대한민국 원	KRW
조선 민주주의 인민 공화국 원	KPW`;
