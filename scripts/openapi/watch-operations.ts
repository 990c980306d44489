import { maxWatches, watchNamePattern } from '../../lambdas/domain/watches/watch.ts';
import { headerSecurity, headersOf, problemResponses, schemaRef } from './responses.ts';
import {
  exampleCursor,
  exampleWatchName,
  newWatchExample,
  watchBodyExample,
  watchHistoryExample,
  watchListExample,
  watchProblemExamples,
  watchViewExample,
} from './watch-examples.ts';

const watchesPath = '/api/watches';
const watchPath = '/api/watches/{name}';
const historyPath = '/api/watches/{name}/history';
const watchInstance = watchPath.replace('{name}', exampleWatchName);

const meanings: Record<number, string> = {
  404: 'There is no watch of this name: it never was, is deleted, or is another caller’s. Or the deployment has no watches.',
  409: `The license has ${maxWatches} watches already; or other calls put or delete this one at the same time.`,
};

const problemsOf = (
  statuses: number[],
  { without, instance = watchInstance }: { without: string[]; instance?: string },
) => problemResponses(instance, statuses, { without, meanings, examples: watchProblemExamples(instance) });

const nameParameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'Name of the watch: 1 to 64 letters, digits, `.`, `_` or `-`; a letter or digit first.',
  schema: { type: 'string', pattern: watchNamePattern.source },
  example: exampleWatchName,
};

const content = (name: string, example: unknown) => ({
  'application/json': { schema: schemaRef(name), example },
});

const linksOfWatch = {
  Watch: {
    operationId: 'getWatch',
    parameters: { name: '$response.body#/Name' },
    description: 'Reads the watch, with its last and its next run.',
  },
  History: {
    operationId: 'getWatchHistory',
    parameters: { name: '$response.body#/Name' },
    description: 'Reads what it has seen.',
  },
};

const putOperation = {
  operationId: 'putWatch',
  tags: ['Watches'],
  summary: 'Put a watch',
  description: [
    'Makes a watch, or takes the place of the one of this name, which keeps its history and what it knows of pages that are asked for the same. Credentials stand in the body. The call counts as a request against the license’s quota, and so does each run.',
    `A license can have ${maxWatches} watches of up to 100 sites. Two runs are at least 15 minutes apart. A rate runs first within two minutes; put again with the same schedule it keeps its times. A run that comes while the one before is under way is left out.`,
    'Unlike a request’s, members beside `Authorization`, `Data`, `Schedule`, `TimeZone` and `When` are refused.',
  ].join('\n\n'),
  security: [],
  parameters: [nameParameter],
  requestBody: { required: true, content: content('WatchBody', watchBodyExample) },
  responses: {
    200: {
      description: 'The watch has taken the place of the one of this name.',
      headers: headersOf('RateLimit', 'RateLimit-Policy', 'Cache-Control'),
      content: content('WatchView', watchViewExample),
      links: linksOfWatch,
    },
    201: {
      description: 'The watch is made.',
      headers: headersOf('Location', 'RateLimit', 'RateLimit-Policy', 'Cache-Control'),
      content: content('WatchView', newWatchExample),
      links: linksOfWatch,
    },
    ...problemsOf([400, 401, 403, 404, 409, 413, 429, 500, 503], { without: ['Calls', 'NoWatch', 'Page'] }),
  },
};

const listOperation = {
  operationId: 'listWatches',
  tags: ['Watches'],
  summary: 'List watches',
  description: 'All watches of the license, with the last and the next run of each.',
  security: headerSecurity,
  parameters: [],
  responses: {
    200: {
      description: 'The watches, by name.',
      headers: headersOf('Cache-Control'),
      content: content('WatchList', watchListExample),
    },
    ...problemResponses(watchesPath, [401, 403, 404, 429, 500, 503], {
      without: ['Quota', 'NoWatch'],
      meanings: { 404: 'The deployment has no watches.' },
      examples: watchProblemExamples(watchesPath),
    }),
  },
};

const readStatuses = [401, 403, 404, 429, 500, 503];

const getOperation = {
  operationId: 'getWatch',
  tags: ['Watches'],
  summary: 'See a watch',
  description: 'What it asks and when, with its last and its next run.',
  security: headerSecurity,
  parameters: [nameParameter],
  responses: {
    200: {
      description: 'The watch.',
      headers: headersOf('Cache-Control'),
      content: content('WatchView', watchViewExample),
    },
    ...problemsOf(readStatuses, { without: ['Quota'] }),
  },
};

const deleteOperation = {
  operationId: 'deleteWatch',
  tags: ['Watches'],
  summary: 'End a watch',
  description: 'Ends it; its history is deleted soon afterwards. A request that is under way goes on.',
  security: headerSecurity,
  parameters: [nameParameter],
  responses: {
    204: { description: 'It is ended.', headers: headersOf('Cache-Control') },
    ...problemsOf(readStatuses, { without: ['Quota'] }),
  },
};

const historyOperation = {
  operationId: 'getWatchHistory',
  tags: ['Watches'],
  summary: 'See what a watch has seen',
  description:
    'What each scrape saw, what changed and what of it was told, the newest first; kept for the deployment’s `historyDays`.',
  security: headerSecurity,
  parameters: [
    nameParameter,
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Entries of a page at most. Of large ones an answer has fewer.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    },
    {
      name: 'cursor',
      in: 'query',
      required: false,
      description: '`Next` of the page before.',
      schema: { type: 'string' },
      example: exampleCursor,
    },
  ],
  responses: {
    200: {
      description: 'A page of the history.',
      headers: headersOf('Cache-Control'),
      content: content('WatchHistory', watchHistoryExample),
      links: {
        Next: {
          operationId: 'getWatchHistory',
          parameters: { name: '$request.path.name', cursor: '$response.body#/Next' },
          description: 'Reads the next page, unless `Next` is null.',
        },
      },
    },
    ...problemsOf([400, ...readStatuses], {
      instance: historyPath.replace('{name}', exampleWatchName),
      without: ['Quota', 'Schedule', 'Name', 'NoObject'],
    }),
  },
};

/** The operations on watches, by path. */
export const watchPaths = {
  [watchesPath]: { get: listOperation },
  [watchPath]: { put: putOperation, get: getOperation, delete: deleteOperation },
  [historyPath]: { get: historyOperation },
};
