import { maxWatches, watchNamePattern } from '../../lambdas/domain/watch/watch.ts';
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
  404: 'There is no watch of this name: it never existed, was deleted, or belongs to another caller; or the deployment has no watches.',
  409: `The license already has ${maxWatches} watches, or another call is replacing or deleting this one.`,
};

const problemsOf = (
  statuses: number[],
  { without, instance = watchInstance }: { without: string[]; instance?: string },
) => problemResponses(instance, statuses, { without, meanings, examples: watchProblemExamples(instance) });

const nameParameter = {
  name: 'name',
  in: 'path',
  required: true,
  description:
    'Name of the watch: 1 to 64 letters, digits, `.`, `_` or `-`, starting with a letter or digit.',
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
    description: 'Reads its history.',
  },
};

const putOperation = {
  operationId: 'putWatch',
  tags: ['Watches'],
  summary: 'Create or replace a watch',
  description: [
    'Creates a watch or replaces the one of this name, which keeps its history and, for unchanged sites, the last known prices. The body carries the credentials. The call counts as a request against the license’s quota, and so does each run.',
    `A license can have ${maxWatches} watches of up to 100 sites. Two runs are at least 15 minutes apart. A rate first runs within two minutes; if replaced with the same schedule, it keeps its times. A run is skipped while the previous one is still in progress.`,
    'Unlike in a request, members other than `Authorization`, `Data`, `Schedule`, `TimeZone` and `When` are rejected.',
  ].join('\n\n'),
  security: [],
  parameters: [nameParameter],
  requestBody: { required: true, content: content('WatchBody', watchBodyExample) },
  responses: {
    200: {
      description: 'The watch replaced the one of this name.',
      headers: headersOf('RateLimit', 'RateLimit-Policy', 'Cache-Control'),
      content: content('WatchView', watchViewExample),
      links: linksOfWatch,
    },
    201: {
      description: 'The watch was created.',
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
  summary: 'Get a watch',
  description: 'The watch’s request and schedule, with its last and next run.',
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
  summary: 'Delete a watch',
  description: 'Deletes the watch, and its history soon afterwards. A request in progress continues.',
  security: headerSecurity,
  parameters: [nameParameter],
  responses: {
    204: { description: 'The watch was deleted.', headers: headersOf('Cache-Control') },
    ...problemsOf(readStatuses, { without: ['Quota'] }),
  },
};

const historyOperation = {
  operationId: 'getWatchHistory',
  tags: ['Watches'],
  summary: 'Read a watch’s history',
  description:
    'The prices each scrape found, the changes and which of them were reported, newest first; kept for the deployment’s `historyDays`.',
  security: headerSecurity,
  parameters: [
    nameParameter,
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Maximum number of entries per page. A page of large entries has fewer.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    },
    {
      name: 'cursor',
      in: 'query',
      required: false,
      description: '`Next` of the previous page.',
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
