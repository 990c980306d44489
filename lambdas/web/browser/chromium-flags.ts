/** A command-line switch of Chromium and its reason. */
export interface ChromiumFlag {
  flag: string;
  reason: string;
  /** Without it, a page can reach targets that the egress policy forbids. */
  isProtective?: true;
}

/**
 * Switches of every launch. Puppeteer's defaults are not added, since some disable protections
 * (`--disable-web-security`, `--allow-running-insecure-content`).
 *
 * Do not add `--disable-threaded-compositing`, although it saves processor time: without a compositor thread
 * there are no frames, so `requestAnimationFrame`, intersection observers, lazy images, image decoding and
 * transitions never run.
 *
 * @see https://peter.sh/experiments/chromium-command-line-switches/
 */
export const chromiumFlags = (options: {
  proxyUrl: string;
  userAgent: string;
  /** `/dev/shm` exists and is large enough. */
  hasSharedMemory: boolean;
}): readonly ChromiumFlag[] => [
  {
    flag: `--proxy-server=${options.proxyUrl}`,
    reason: 'Every connection goes through the pinning proxy, which enforces the egress policy.',
    isProtective: true,
  },
  {
    flag: '--proxy-bypass-list=<-loopback>',
    reason: 'By default, Chromium bypasses its proxy for loopback and link-local addresses.',
    isProtective: true,
  },
  {
    flag: '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    reason: 'WebRTC sends UDP past an HTTP proxy.',
    isProtective: true,
  },
  {
    flag: '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    reason: 'Only the proxy resolves names: once, and then connects to the address it checked.',
    isProtective: true,
  },
  { flag: '--disable-quic', reason: 'QUIC is UDP; the proxy only forwards TCP.' },
  { flag: '--headless', reason: 'There is no display.' },
  { flag: '--no-sandbox', reason: 'Lambda allows no user namespaces; the function itself is the sandbox.' },
  {
    flag: '--no-zygote',
    reason: 'Needs --no-sandbox; saves a process, and closing takes a tenth of a second.',
  },
  ...(options.hasSharedMemory
    ? []
    : [
        {
          flag: '--disable-dev-shm-usage',
          reason: 'Lambda has no /dev/shm. Files in /tmp replace it, for 8 % more processor time.',
        },
      ]),
  { flag: '--disable-gpu', reason: 'There is no GPU and no display.' },
  { flag: '--disable-3d-apis', reason: 'WebGL would start a useless software renderer.' },
  { flag: '--disable-software-rasterizer', reason: 'As above.' },
  { flag: '--disable-remote-fonts', reason: 'Prices are text.' },
  { flag: '--mute-audio', reason: 'There is no audio output.' },
  {
    flag: '--js-flags=--max-old-space-size=512',
    reason: 'One page must not exhaust the memory of the others.',
  },
  { flag: '--disable-background-networking', reason: 'No requests of the browser itself.' },
  { flag: '--disable-component-update', reason: 'As above.' },
  { flag: '--disable-sync', reason: 'As above.' },
  { flag: '--disable-domain-reliability', reason: 'As above.' },
  { flag: '--disable-breakpad', reason: 'No crash reports.' },
  { flag: '--no-pings', reason: 'No hyperlink auditing, where supported.' },
  { flag: '--disable-default-apps', reason: 'A short-lived profile needs none.' },
  { flag: '--disable-extensions', reason: 'As above.' },
  { flag: '--no-first-run', reason: 'No welcome page.' },
  { flag: '--no-default-browser-check', reason: 'As above.' },
  { flag: '--password-store=basic', reason: 'No access to the system’s key ring.' },
  { flag: '--use-mock-keychain', reason: 'As above, on macOS.' },
  { flag: '--deny-permission-prompts', reason: 'There is no user to ask.' },
  {
    flag: '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    reason: 'Visitors have a mouse; without one, styles and scripts for hovering pointers would not apply.',
  },
  {
    flag: '--disable-background-timer-throttling',
    reason: 'Several pages load in parallel, none in the foreground.',
  },
  { flag: '--disable-backgrounding-occluded-windows', reason: 'As above.' },
  { flag: '--disable-renderer-backgrounding', reason: 'As above.' },
  { flag: '--disable-hang-monitor', reason: 'Each page has its own deadline.' },
  { flag: '--block-new-web-contents', reason: 'A page must not open other pages.' },
  {
    flag: '--disable-site-isolation-trials',
    reason: 'A page and its frames share one process and its caps; other pages have their own.',
  },
  { flag: '--disk-cache-size=33554432', reason: 'The profile is in /tmp, which is small.' },
  { flag: '--window-size=1366,900', reason: 'Desktop layout, in which shops show most.' },
  {
    flag: `--user-agent=${options.userAgent}`,
    reason: 'For pages and workers alike; without the word Headless.',
  },
  {
    flag: '--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,NetworkPrediction,PreloadMediaEngagementData,ProcessPerSiteUpToMainFrameThreshold',
    reason: 'Site isolation, see above; spare processes; features that make their own requests.',
  },
  {
    flag: `--enable-features=PrefetchSchedulerTesting:${['Base', 'Burst']
      .map((set) => `kPrefetchSchedulerTestingActiveSetSizeLimitFor${set}/0`)
      .join('/')}`,
    reason:
      'Prevents prefetches by speculation rules: none may run at a time. CDP does not report these requests, ' +
      'and Chromium has no other switch to disable the rules.',
  },
];

const featuresSwitch = '--enable-features=';

/** Merges the switches that enable features, of which Chromium only uses the last. */
export const joinFeatures = (flags: readonly string[]): string[] => {
  const isFeatures = (flag: string): boolean => flag.startsWith(featuresSwitch);
  const features = flags.filter(isFeatures).map((flag) => flag.slice(featuresSwitch.length));
  const others = flags.filter((flag) => !isFeatures(flag));
  return features.length > 0 ? [...others, `${featuresSwitch}${features.join(',')}`] : others;
};

/** A variant of the launch switches: additions and omissions. */
export interface FlagSet {
  /** For logs. */
  name: string;
  added: readonly ChromiumFlag[];
  /** Prefixes of omitted switches, never of a protective one. */
  omitted: readonly string[];
}

const fewProcesses: readonly ChromiumFlag[] = [
  { flag: '--in-process-gpu', reason: 'If its process does not start.' },
  {
    flag: '--enable-features=NetworkServiceInProcess2',
    reason: 'As above; the network is then reached from the browser process, through the same proxies.',
  },
];

/**
 * Tried in order if a browser does not start, since development machines differ from Lambda.
 * `--single-process` is not an option: it allows only one context, and each page needs its own context and
 * proxy.
 */
export const flagSets: readonly FlagSet[] = [
  { name: 'usual', added: [], omitted: [] },
  { name: 'few-processes', added: fewProcesses, omitted: [] },
  { name: 'few-processes-with-zygote', added: fewProcesses, omitted: ['--no-zygote'] },
];
