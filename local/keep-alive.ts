/**
 * How long the local stack's servers keep a connection that is not used: longer than most clients do (Java 30 s, Go 90 s).
 * One that ends just as it is used again is an error of the call, which clients that ask once hand on; Node.js would end
 * it after 5 s.
 */
export const keepAliveMs = 120_000;
