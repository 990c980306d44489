import {
  createEgressPolicy,
  type EgressPolicy,
  type EgressPolicyOptions,
} from '../../../lambdas/web/egress/egress-policy.ts';

/** Loopback servers in place of the public web: pages of any site may reach all of them. */
export const openPolicy = (
  allowedTargets: readonly string[],
  resolve?: EgressPolicyOptions['resolve'],
): EgressPolicy => {
  const policy = createEgressPolicy({ allowedTargets, ...(resolve && { resolve }) });
  return { ...policy, forSite: () => policy };
};
