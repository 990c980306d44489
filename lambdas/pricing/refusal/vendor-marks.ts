/** A text that a vendor leaves in a page; `followedBy` has to occur within the next `reach` characters. */
export interface VendorMark {
  vendor: string;
  mark: RegExp;
  followedBy?: RegExp;
  reach?: number;
}

/** Examines only the first occurrence, so that pages repeating the mark stay cheap. */
export const hasMark = (html: string, { mark, followedBy, reach = 4_000 }: VendorMark): boolean => {
  const found = mark.exec(html);
  if (!found || !followedBy) return found !== null;
  const behind = found.index + found[0].length;
  return followedBy.test(html.slice(behind, behind + reach));
};

/**
 * Marks on pages of bot defence vendors. `isAlwaysPage` marks occur only on the challenge itself; the others
 * also occur on pages that were let through, and count only if there is nothing else to read.
 */
export const challengeMarks: readonly (VendorMark & { isAlwaysPage: boolean })[] = [
  {
    vendor: 'Cloudflare',
    mark: /window\._cf_chl_opt|id="challenge-(?:form|running|stage|error-text)"|__cf_chl_(?:f_)?tk/,
    isAlwaysPage: true,
  },
  {
    vendor: 'Cloudflare',
    mark: /cf-browser-verification|class="cf-im-under-attack/,
    isAlwaysPage: true,
  },
  { vendor: 'Cloudflare', mark: /\/cdn-cgi\/challenge-platform\/h\/[bg]\/orchestrate\//, isAlwaysPage: true },
  {
    vendor: 'DataDome',
    mark: /(?:geo|ct)\.captcha-delivery\.com|var dd=\{['"]?(?:rt|cid)['"]?:/,
    isAlwaysPage: true,
  },
  {
    vendor: 'HUMAN (PerimeterX)',
    mark: /id=["']px-captcha(?:-wrapper)?["']|captcha\.px-(?:cdn|cloud)\.net|_pxBlockedUrl/,
    isAlwaysPage: true,
  },
  { vendor: 'HUMAN (PerimeterX)', mark: /window\._pxAppId/, followedBy: /px-captcha/, isAlwaysPage: true },
  {
    vendor: 'Akamai',
    mark: /id="sec-(?:if-)?cpt-(?:container|if)"|\/_sec\/cp_challenge\/|"sec_chlge_form"|bm-verify=/,
    isAlwaysPage: true,
  },
  {
    vendor: 'Imperva',
    mark: /_Incapsula_Resource\?/,
    followedBy: /^[^"']{0,300}?(?:CWUDNSAI|edet=|SWHANEDL)/,
    isAlwaysPage: true,
  },
  { vendor: 'Imperva', mark: /Request unsuccessful\. Incapsula incident ID/, isAlwaysPage: true },
  { vendor: 'Imperva', mark: /_Incapsula_Resource/, isAlwaysPage: false },
  {
    vendor: 'AWS WAF',
    mark: /AwsWafIntegration\.(?:saveReferrer|checkForceRefresh|getToken)|window\.gokuProps/,
    isAlwaysPage: false,
  },
  {
    vendor: 'AWS WAF',
    mark: /awswaf\.com\//,
    followedBy: /^[^"']{0,200}\/(?:challenge|captcha)\.js/,
    isAlwaysPage: false,
  },
  {
    vendor: 'Kasada',
    mark: /KPSDK\.(?:now|start|scriptStart)/,
    isAlwaysPage: false,
  },
  {
    vendor: 'Kasada',
    mark: /\/149e9513-01fa-4fb0-aad4-566afd725d1b\/2d206a39-8ed7-437e-a3be-862e0f06eea3\//,
    isAlwaysPage: false,
  },
  {
    vendor: 'reCAPTCHA',
    mark: /class="g-recaptcha"|google\.com\/recaptcha\/(?:api|enterprise)\.js|recaptcha\.net\/recaptcha/,
    isAlwaysPage: false,
  },
  { vendor: 'hCaptcha', mark: /class="h-captcha"|hcaptcha\.com\/1\/api\.js/, isAlwaysPage: false },
  {
    vendor: 'Turnstile',
    mark: /class="cf-turnstile"|challenges\.cloudflare\.com\/turnstile/,
    isAlwaysPage: false,
  },
  {
    vendor: 'Arkose Labs',
    mark: /-api\.arkoselabs\.com|funcaptcha/,
    isAlwaysPage: false,
  },
  { vendor: 'GeeTest', mark: /static\.geetest\.com|initGeetest/, isAlwaysPage: false },
  { vendor: 'Reblaze', mark: /rbzns\.(?:challdomain|bereshit|hash)|winsocks\(/, isAlwaysPage: true },
  { vendor: 'Sucuri', mark: /sucuri_cloudproxy_js/, isAlwaysPage: true },
  { vendor: 'Radware', mark: /validate\.perfdrive\.com|ShieldSquare (?:Block|Captcha)/, isAlwaysPage: true },
  { vendor: 'F5', mark: /\/TSPD\/|bobcmn/, isAlwaysPage: false },
  { vendor: 'DDoS-Guard', mark: /check\.ddos-guard\.net|\/\.well-known\/ddos-guard\//, isAlwaysPage: false },
  { vendor: 'Qrator', mark: /__qrator\/qauth|qrator\.net/, isAlwaysPage: false },
  {
    vendor: 'Yandex SmartCaptcha',
    mark: /\/showcaptcha(?:fast)?\?|smartcaptcha\.yandexcloud\.net|class="CheckboxCaptcha/,
    isAlwaysPage: false,
  },
  {
    vendor: 'Alibaba',
    mark: /_____tmd_____\/punish|nocaptcha\/initialize|\/baxia\/|x5secdata/,
    isAlwaysPage: false,
  },
  { vendor: 'Amazon', mark: /action="\/errors\/validateCaptcha"|opfcaptcha/, isAlwaysPage: true },
  {
    vendor: 'Vercel',
    mark: /Vercel Security Checkpoint|\/\.well-known\/vercel\/security\//,
    isAlwaysPage: false,
  },
  { vendor: 'Anubis', mark: /\/\.within\.website\/x\/cmd\/anubis\//, isAlwaysPage: true },
];

/** Marks of permanent denials. */
export const deniedMarks: readonly VendorMark[] = [
  {
    vendor: 'Akamai',
    mark: /<h1>\s{0,9}Access Denied\s{0,9}<\/h1>/i,
    followedBy: /Reference(?:&#32;|\s){0,9}(?:&#35;|#)|errors\.edgesuite\.net/i,
    reach: 500,
  },
  {
    vendor: 'Cloudflare',
    mark: /cf-error-details/i,
    followedBy: /Sorry, you have been blocked|error(?:-| )?code[^<]{0,40}10(?:0[5-9]|10|12|20)/i,
  },
  {
    vendor: 'Cloudflare',
    mark: /cf-error-details/i,
    followedBy: />\s{0,9}Error\s{0,9}<[\s\S]{0,200}?>\s{0,9}10(?:0[5-9]|10|12|20)/i,
  },
  {
    vendor: 'Amazon CloudFront',
    mark: /<h1>\s{0,9}403 ERROR\s{0,9}<\/h1>/i,
    followedBy: /cloudfront/i,
    reach: 700,
  },
  { vendor: 'Imperva', mark: /Error (?:code )?1[5-9]\b/i, followedBy: /Incapsula/i, reach: 500 },
  { vendor: 'Imperva', mark: /Powered by\s{0,9}Imperva/i },
  { vendor: 'Sucuri', mark: /Sucuri Website Firewall/i, followedBy: /Access Denied|Block/i, reach: 300 },
  {
    vendor: 'Wordfence',
    mark: /Generated by Wordfence|Your access to this (?:site|service) has been limited/i,
  },
  { vendor: 'F5', mark: /The requested URL was rejected\. Please consult with your administrator/i },
];

/** Marks of waiting rooms. */
export const waitingMarks: readonly VendorMark[] = [
  { vendor: 'Queue-it', mark: /id="(?:MainPart_)?(?:lbHeaderH2|pWaitingReason|divProgressbar)|queue-it_log/ },
  { vendor: 'Cloudflare', mark: /Waiting Room powered by Cloudflare|cf-waitingroom|__cfwaitingroom/ },
  { vendor: 'Fastly', mark: /fastly-waiting-room/ },
];

/** Marks of parked domains. */
export const noShopMarks: readonly VendorMark[] = [
  { vendor: 'Sedo', mark: /sedoparking\.com|using Sedo Domain Parking/i },
  { vendor: 'ParkingCrew', mark: /parkingcrew\.net/i },
  { vendor: 'Bodis', mark: /\bbodis\.com|bodiscdn\.com/i },
  { vendor: 'HugeDomains', mark: /hugedomains\.com\/(?:domain_profile|checkout|shopping_cart)/i },
  { vendor: 'Afternic', mark: /afternic\.com\/(?:forsale|domain)/i },
  { vendor: 'Dan', mark: /\bdan\.com\/(?:buy-domain|assets)/i },
  { vendor: 'Above', mark: /above\.com\/(?:marketplace|parking)/i },
];
