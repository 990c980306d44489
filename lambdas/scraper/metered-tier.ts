import type { PageLoad } from '../web/page-load.ts';

/** Calls `onLoaded` for each page that a tier has loaded. */
export const meterLoads = <
  Arguments extends unknown[],
  Tier extends { load(...given: Arguments): Promise<PageLoad>; close(): Promise<void> },
>(
  tier: Tier,
  onLoaded: (load: PageLoad) => void,
) => ({
  ...tier,
  load: async (...given: Arguments): Promise<PageLoad> => {
    const load = await tier.load(...given);
    onLoaded(load);
    return load;
  },
});
