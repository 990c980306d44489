/** Why a call did not arrive, and what to do. */
export interface NetworkTrouble {
  /** Continues a sentence: "X cannot be reached: …". */
  reason: string;
  advice: string;
}

const dns =
  'Check the spelling, or try another network or DNS server. A name that resolves nowhere is misspelt or deleted, or belongs to a region without the service.';
const interception =
  'If a proxy of this network intercepts TLS, make Node.js trust its certificate: NODE_EXTRA_CA_CERTS=/path/to/ca.pem. If not, somebody else is intercepting the connection.';
const firewall = 'Check the address, or try another network: a firewall or proxy may block it.';

const lateConnection: NetworkTrouble = {
  reason: 'it does not accept a connection in time',
  advice: firewall,
};
const cutConnection: NetworkTrouble = { reason: 'the connection was cut', advice: firewall };
const noRoute: NetworkTrouble = { reason: 'there is no route to it', advice: firewall };
const unknownIssuer: NetworkTrouble = {
  reason: 'its certificate is from an unknown issuer',
  advice: interception,
};
const noTls: NetworkTrouble = { reason: 'the server does not speak TLS', advice: firewall };

/** By the code of Node.js' error. */
const troubles: Readonly<Record<string, NetworkTrouble>> = {
  ENOTFOUND: { reason: 'DNS does not know its name', advice: dns },
  EAI_AGAIN: { reason: 'DNS does not answer', advice: dns },
  ECONNREFUSED: {
    reason: 'nothing listens there',
    advice: 'Check the address; a local stack must be running (scrap-prices start).',
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
      'Renew it: AWS Certificate Manager renews it automatically while its validation record is in DNS. If you use no domain of your own, check the clock of this machine.',
  },
  CERT_NOT_YET_VALID: {
    reason: 'its certificate is not valid yet',
    advice: 'Check the clock of this machine.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'its certificate is for another name',
    advice: 'Point the name to the output CustomDomainTarget, and use a certificate issued for it.',
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

/** The failure to connect behind an error of `fetch` or of the AWS SDK. */
export const networkTroubleOf = (error: unknown): NetworkTrouble | undefined => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return networkTrouble(cause?.code) ?? networkTrouble(code);
};
