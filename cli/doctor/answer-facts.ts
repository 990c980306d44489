/** Who answered a call, told by the form of the answer. */
export type Answerer =
  /** One of the service's own. */
  | 'function'
  /** API Gateway, in the service's words. */
  | 'gateway'
  /** AWS in words of its own: the call met no stage of the API. */
  | 'aws'
  /** Something before the API. */
  | 'stranger';

export interface AnswerFacts {
  answeredBy: Answerer;
  status: number;
  contentType: string;
  detail: string;
  /** `X-Request-Id`, which is the `callId` in logs. */
  callId: string | undefined;
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** Reads an answer that is not as expected. Of a problem the body alone counts: headers may have been taken away. */
export const factsOf = ({ status, headers }: Response, body: string): AnswerFacts => {
  const given = parsed(body);
  const { instance, detail } = (given ?? {}) as { instance?: unknown; detail?: unknown };
  const answererOf = (): Answerer => {
    if (typeof given !== 'object' || given === null) return 'stranger';
    if (typeof instance !== 'string') return 'aws';
    return instance.startsWith('urn:uuid:') ? 'gateway' : 'function';
  };
  return {
    answeredBy: answererOf(),
    status,
    contentType: headers.get('content-type') ?? 'no type',
    detail: typeof detail === 'string' ? detail : '',
    callId: headers.get('x-request-id') ?? undefined,
  };
};

/** For a sentence about the answer. */
export const whoIn = ({ answeredBy, contentType }: AnswerFacts): string =>
  answeredBy === 'stranger' ? ` (${contentType}, which is no answer of the service)` : '';

export const headersTaken =
  'Something between here and the API takes headers away (a proxy, a CDN, a firewall): try from another network. Where it is the same from everywhere, deploy again.';

const functionFails =
  'API Gateway cannot run the function: Lambda throttles it, it crashes as it starts, or the account has no concurrency left. The checks of functions and logs say which.';

interface Meaning {
  answeredBy: Answerer;
  /** Any other one: all that no meaning before it has. */
  statuses?: readonly number[];
  detail?: RegExp;
  advice: string;
}

/** Meanings of unexpected answers, first match first. */
const meanings: readonly Meaning[] = [
  {
    answeredBy: 'stranger',
    statuses: [502, 503, 504],
    advice:
      'Not the API answered, but something before it that does not reach it: a proxy of this network, or a CDN or load balancer of the domain. Try the output BaseUrl from another network; its own log says why.',
  },
  {
    answeredBy: 'stranger',
    advice:
      'Not the API answered, but something before it: a proxy or login page of this network, or a page that stands at the domain. Try from another network, and compare the address with the outputs of the stack.',
  },
  {
    answeredBy: 'function',
    statuses: [500],
    advice:
      'The function runs and failed: a defect, or a right or variable that is missing. Its log has the error (npx scrap-prices tail --level ERROR --since 15m), and the check of logs tells it.',
  },
  {
    answeredBy: 'function',
    statuses: [503],
    advice:
      'The function runs, and DynamoDB or SQS does not answer it: see the check of logs, whether its table and queue are there, and the health of AWS in the region.',
  },
  {
    answeredBy: 'function',
    statuses: [429],
    advice: 'The quota of the license is used up: wait, or give the license a larger one.',
  },
  {
    answeredBy: 'function',
    advice: 'The functions are of another version than this command, or some of them: deploy again.',
  },
  {
    answeredBy: 'gateway',
    statuses: [429],
    advice:
      'API Gateway takes no more calls: throttleRatePerSecond or throttleBurst of the stage is reached, or Lambda throttles the function. Wait, or raise them.',
  },
  {
    answeredBy: 'gateway',
    statuses: [403],
    advice:
      'A web ACL (webAclArn) or a policy of the API refuses the call: look at its rules, and from where it may be made.',
  },
  {
    answeredBy: 'gateway',
    detail: /in time/,
    advice:
      'The function did not answer within the 29 s of API Gateway: it waits for DynamoDB or SQS, or has too little memory. The checks of functions and logs say more.',
  },
  {
    answeredBy: 'gateway',
    statuses: [404],
    advice:
      'The API has no such operation: the stage is of another version than this command, or no stage of it. Deploy again.',
  },
  { answeredBy: 'gateway', advice: functionFails },
  {
    answeredBy: 'aws',
    statuses: [403, 404],
    advice:
      'This is not the stage of the API, or it was deleted: compare the output BaseUrl of the stack, and deploy again.',
  },
  { answeredBy: 'aws', advice: functionFails },
];

/** Advice for an unexpected answer. */
export const adviceFor = (facts: AnswerFacts): string | undefined =>
  meanings.find(
    ({ answeredBy, statuses, detail }) =>
      answeredBy === facts.answeredBy &&
      (statuses?.includes(facts.status) ?? true) &&
      (detail?.test(facts.detail) ?? true),
  )?.advice;
