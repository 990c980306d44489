/** Why a call did not arrive, and what to do. */
export interface NetworkTrouble {
  /** Continues a sentence: "X cannot be reached: …". */
  reason: string;
  advice: string;
}

const dns =
  'Try another network or DNS server. A name that does not resolve from anywhere is misspelt, was deleted, or belongs to a region that does not offer the service.';
const interception =
  'Where a proxy of this network opens TLS, let Node.js trust its certificate: NODE_EXTRA_CA_CERTS=/path/to/ca.pem. Else somebody stands in between.';
const firewall = 'Try another network: a firewall or proxy in between may not let it through.';

const lateConnection: NetworkTrouble = { reason: 'it does not take a connection in time', advice: firewall };
const cutConnection: NetworkTrouble = { reason: 'the connection was cut', advice: firewall };
const noRoute: NetworkTrouble = { reason: 'no way leads there', advice: firewall };
const unknownIssuer: NetworkTrouble = { reason: 'its certificate is of nobody known', advice: interception };
const noTls: NetworkTrouble = { reason: 'what answers speaks no TLS', advice: firewall };

/** By the code of Node.js' error. */
const troubles: Readonly<Record<string, NetworkTrouble>> = {
  ENOTFOUND: { reason: 'its name is not known to DNS', advice: dns },
  EAI_AGAIN: { reason: 'DNS does not answer for its name', advice: dns },
  ECONNREFUSED: {
    reason: 'nothing listens there',
    advice: 'Compare the address; a local stack has to be started (npm start).',
  },
  ECONNRESET: cutConnection,
  ETIMEDOUT: lateConnection,
  UND_ERR_CONNECT_TIMEOUT: lateConnection,
  UND_ERR_SOCKET: cutConnection,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  CERT_HAS_EXPIRED: {
    reason: 'its certificate has expired',
    advice:
      'Renew it: AWS Certificate Manager does so by itself as long as the record that proves the domain stands in DNS. Where no name of your own is used, look at the clock of this machine.',
  },
  CERT_NOT_YET_VALID: {
    reason: 'its certificate is not valid yet',
    advice: 'Look at the clock of this machine.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'its certificate is for another name',
    advice: 'Point the name to the output CustomDomainTarget, with a certificate that is issued for it.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  EPROTO: noTls,
};

/** @returns `undefined` for a code that says nothing about the network. */
export const networkTrouble = (code: string | undefined): NetworkTrouble | undefined =>
  code === undefined || !Object.hasOwn(troubles, code) ? undefined : troubles[code];

/** What failed to arrive, from an error of `fetch` or of the AWS SDK. */
export const networkTroubleOf = (error: unknown): NetworkTrouble | undefined => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return networkTrouble(cause?.code) ?? networkTrouble(code);
};
