import type { OpenApi, Operation, Parameter, Reference, Schema } from './open-api.ts';

const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);
const isReference = (value: object): value is Reference => '$ref' in value;

const linkTo = (reference: Reference): string => {
  const name = nameOf(reference);
  return `[${name}](#${name.toLowerCase()})`;
};

/** Escapes a text for a cell of a table. */
const cell = (text = ''): string => text.replaceAll('\n', ' ').replaceAll('|', '\\|');
const literal = (value: unknown): string => `\`${JSON.stringify(value)}\``;

const limitsOf = (schema: Schema): string => {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format } = schema;
  const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
    // Ignores the bounds of safe integers.
    if (most === Number.MAX_SAFE_INTEGER) return range(least, undefined, unit);
    if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
    if (most !== undefined) return [`at most ${most}${unit}`];
    return least === undefined || least === Number.MIN_SAFE_INTEGER ? [] : [`at least ${least}${unit}`];
  };
  return [
    ...(format === undefined ? [] : [format]),
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...range(minItems, maxItems, ''),
  ].join(', ');
};

const choicesOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [];

/** Describes the type of a value, with links to its objects. */
const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return linkTo(schema as Reference);
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.map(typeOf).join(' or ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(', ');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
};

const typeWithLimits = (schema: Schema): string => {
  const limits = limitsOf(schema);
  return limits === '' ? typeOf(schema) : `${typeOf(schema)} (${limits})`;
};

const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

interface Member {
  path: string;
  schema: Schema;
  isRequired: boolean;
}

/** Lists the members of an object and of its unnamed inner objects, by path. */
const membersOf = ({ properties = {}, required = [] }: Schema, prefix = ''): Member[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const unnamed = [schema, ...choicesOf(schema)].find(({ properties: own }) => own) ?? schema.items;
    const isList = unnamed !== undefined && unnamed === schema.items;
    const inner = unnamed?.properties ? membersOf(unnamed, `${path}${isList ? '[]' : ''}.`) : [];
    return [{ path, schema, isRequired: required.includes(name) }, ...inner];
  });

const memberRow = ({ path, schema, isRequired }: Member): string[] => [
  `\`${path}\`${isRequired ? '' : ' (optional)'}`,
  typeWithLimits(schema),
  schema.description ?? '',
];

const describeSchema = ([name, schema]: [string, Schema]): string => {
  const members = membersOf(schema);
  const body =
    members.length === 0
      ? typeWithLimits(schema)
      : table(['Member', 'Type', 'Meaning'], members.map(memberRow));
  return [`### ${name}`, schema.description ?? '', body].filter(Boolean).join('\n\n');
};

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const curlOf = (path: string, method: string, operation: Operation): string => {
  const address = path
    .replace('{requestId}', '0f8fad5b-d9cb-469f-a165-70867728950e')
    .replace('{name}', 'aurelia');
  const headers = operation.requestBody
    ? [`-H 'Content-Type: application/json'`, '-d @body.json']
    : ['-u "$SCRAP_PRICES_UID:$SCRAP_PRICES_LICENSE_KEY"'];
  const verb = method === 'get' ? [] : [`-X ${method.toUpperCase()}`];
  const parts = ['curl', ...verb, `"$SCRAP_PRICES_BASE_URL${address}"`].join(' ');
  return `\`\`\`sh\n${[parts, ...headers].join(' \\\n  ')}\n\`\`\``;
};

const describeOperation = (document: OpenApi, path: string, method: string, operation: Operation): string => {
  const parameters = (operation.parameters ?? []).map((each) =>
    isReference(each) ? (document.components.parameters?.[nameOf(each)] as Parameter) : each,
  );
  const body = operation.requestBody?.content['application/json'];
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema;
    const type = schema ? typeOf(schema) : content ? '[Problem](#problem)' : '';
    return [status, type, description];
  });
  const examples = Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const { example, examples: named = {} } = content?.['application/json'] ?? {};
    const all = example === undefined ? Object.entries(named) : [['', { value: example }] as const];
    return all.map(
      ([name, { value }]) =>
        `<details><summary>Example response: ${status} ${name}</summary>\n\n${json(value)}\n\n</details>`,
    );
  });
  return [
    `### ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    operation.description,
    curlOf(path, method, operation),
    ...(parameters.length === 0
      ? []
      : [
          '#### Parameters',
          table(
            ['Name', 'In', 'Type', 'Meaning'],
            parameters.map(({ name, in: place, required, schema, description }) => [
              `\`${name}\`${required ? '' : ' (optional)'}`,
              place,
              typeWithLimits(schema),
              description ?? '',
            ]),
          ),
        ]),
    ...(body ? ['#### Body', `${typeOf(body.schema)}, for instance \`body.json\`:`, json(body.example)] : []),
    '#### Answers',
    table(['Status', 'Body', 'Meaning'], answers),
    ...examples,
  ].join('\n\n');
};

/** Renders the API reference as Markdown. */
export const describeApi = (document: OpenApi): string => {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemes = Object.entries(components.securitySchemes).map(([name, { description }]) => [
    `\`${name}\``,
    description,
  ]);
  return [
    '# API',
    info.description,
    'Machine-readable: [openapi.json](openapi.json). Errors: [errors](errors.md).',
    '## Address and credentials',
    'Paths are relative to the address of the deployment, its stage included: `cdk deploy` and `scrap-prices start` print it, and commands here take it from `SCRAP_PRICES_BASE_URL`. Credentials stand in the body where there is one; elsewhere they are two headers, or HTTP Basic:',
    table(['Scheme', 'Meaning'], schemes),
    ...tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => describeOperation(document, path, method, operation)),
    ]),
    '## Objects',
    ...Object.entries(components.schemas).map(describeSchema),
    '',
  ].join('\n\n');
};
