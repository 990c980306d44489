import { type IResource, MockIntegration, PassthroughBehavior } from 'aws-cdk-lib/aws-apigateway';
import { type CheckPage, checkPages } from '../../lambdas/domain/check-pages.ts';

/** API Gateway evaluates a body as a Velocity template, in which these two are special. */
const isPlain = (text: string): boolean => !/[$#]/.test(text);

const addPage = (folder: IResource, { path, html }: CheckPage): void => {
  if (!isPlain(html))
    throw new Error(`The page ${path} must not contain "$" or "#", because it is a Velocity template.`);
  const headers = {
    'Content-Type': "'text/html; charset=utf-8'",
    'Cache-Control': "'no-store'",
    'X-Robots-Tag': "'noindex'",
    'X-Request-Id': 'context.requestId',
  };
  const parameters = <T>(value: (text: string) => T): Record<string, T> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [`method.response.header.${name}`, value(text)]),
    );
  folder.addResource(path).addMethod(
    'GET',
    new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      passthroughBehavior: PassthroughBehavior.NEVER,
      integrationResponses: [
        {
          statusCode: '200',
          responseParameters: parameters((text) => text),
          responseTemplates: { 'application/json': html },
        },
      ],
    }),
    { methodResponses: [{ statusCode: '200', responseParameters: parameters(() => true) }] },
  );
};

/**
 * Serves two product pages at `/check/…` from API Gateway itself, for `scrap-prices doctor` to scrape, one with each tier,
 * without calling anyone's shop.
 */
export const addCheckPages = (root: IResource): void => {
  const folder = root.addResource('check');
  for (const page of checkPages) addPage(folder, page);
};
