/** Concurrently held calls (`Prefer: wait`) of one license. */
export const maxHeldCallsOfLicense = 4;

/** A held call's place is free after this time, even if its function died: API Gateway gives up after 29 s. */
export const heldCallMs = 30_000;
