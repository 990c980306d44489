export interface Physical {
  /** Value of `Ref`. */
  ref: string;
  /** Values of `Fn::GetAtt`. */
  attributes?: Record<string, string>;
}

export const pseudoParameters: Record<string, string> = {
  'AWS::AccountId': '000000000000',
  'AWS::Region': 'us-east-1',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'scrap-prices-local',
  'AWS::StackId': 'arn:aws:cloudformation:us-east-1:000000000000:stack/scrap-prices-local/local',
};

const noValue = Symbol('AWS::NoValue');

/**
 * Resolves CloudFormation's intrinsic functions.
 *
 * @param physicalOf - returns the local form of a resource; `undefined` if it has none.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export const createResolver = (physicalOf: (logicalId: string) => Physical | undefined) => {
  const refer = (name: string): unknown => {
    if (name === 'AWS::NoValue') return noValue;
    const value = pseudoParameters[name] ?? physicalOf(name)?.ref;
    // Resources without a local form (alarms, roles) are only named, so the logical id suffices.
    return value ?? name;
  };
  const attribute = (logicalId: string, name: string): string =>
    physicalOf(logicalId)?.attributes?.[name] ?? `${logicalId}.${name}`;

  const substitute = (text: string, own: Record<string, unknown>): string =>
    text.replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in own) return String(resolve(own[name]));
      const [logicalId = '', ...rest] = name.split('.');
      return String(rest.length > 0 ? attribute(logicalId, rest.join('.')) : refer(name));
    });

  const functions: Record<string, (argument: never) => unknown> = {
    Ref: (name: string) => refer(name),
    'Fn::GetAtt': (argument: string | [string, string]) => {
      const [logicalId = '', ...names] = typeof argument === 'string' ? argument.split('.') : argument;
      return attribute(logicalId, names.join('.'));
    },
    'Fn::Join': ([separator, parts]: [string, unknown]) => (resolve(parts) as unknown[]).join(separator),
    'Fn::Sub': (argument: string | [string, Record<string, unknown>]) =>
      typeof argument === 'string' ? substitute(argument, {}) : substitute(...argument),
    'Fn::Select': ([index, list]: [number | string, unknown]) => (resolve(list) as unknown[])[Number(index)],
    'Fn::Split': ([separator, text]: [string, unknown]) => String(resolve(text)).split(separator),
  };

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== noValue);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [only] = entries;
    if (entries.length === 1 && only && (only[0] === 'Ref' || only[0].startsWith('Fn::'))) {
      const [name, argument] = only;
      const apply = functions[name];
      if (!apply) {
        throw new Error(`The local stack does not support ${name}; add it to local/template/intrinsics.ts.`);
      }
      return apply(argument as never);
    }
    return Object.fromEntries(
      entries.map(([name, item]) => [name, resolve(item)] as const).filter(([, item]) => item !== noValue),
    );
  };

  return resolve;
};
