/**
 * `npm run docs`: writes docs/openapi.json and docs/selling-sites.schema.json from the contract's schemas, and the table of
 * docs/settings.md and docs/deployment.schema.json from those of the settings. Tests hold them current.
 *
 * `npm run docs -- --pictures [FOLDER]`: takes the pictures of docs/images instead, from a local stack and its
 * demonstration shops; with a folder every state of the console in both themes at four widths there, to be looked at.
 */
import { programOptions } from './program-options.ts';

const { values } = programOptions(import.meta.filename, {
  allowPositionals: true,
  options: { pictures: { type: 'boolean', default: false } },
});
if (values.pictures) await import('./pictures.ts');
else {
  await import('./generate-openapi.ts');
  await import('./generate-settings.ts');
}
