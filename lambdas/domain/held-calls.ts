/** Calls of one license that are held at the same time (`Prefer: wait`). */
export const maxHeldCallsOfLicense = 4;

/** After so long no call is held any more, whatever has become of its function: API Gateway gives up after 29 s. */
export const heldCallMs = 30_000;
