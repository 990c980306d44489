import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { banner } from '../../lib/bundle.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import type { Assembly } from '../../local/template/template.ts';

const root = join(import.meta.dirname, '../..');

/** A place of the code, and what is to stand there instead. */
export interface Sabotage {
  /** From the root of the project. */
  file: string;
  is: string;
  instead: string;
}

const sabotaged = ({ file, is, instead }: Sabotage): string => {
  const source = readFileSync(join(root, file), 'utf8');
  // Else nothing would be taken away, and whoever finds nothing missing would be right.
  if (source.split(is).length !== 2) throw new Error(`Expected ${file} to hold once: ${is}`);
  return source.replace(is, () => instead);
};

/**
 * The project with watches, whose function that runs them was built from code that lacks a safeguard.
 *
 * @param folder - where that function's code is put.
 */
export const sabotagedAssembly = async (sabotage: Sabotage, folder: string): Promise<Assembly> => {
  const assembly = synthesizeProject({ watches: true });
  const [, watcher] = Object.entries(assembly.template.Resources).find(
    ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.includes('WatcherFunction'),
  )!;
  const { S3Key } = (watcher.Properties as { Code: { S3Key: string } }).Code;
  const contents = sabotaged(sabotage);
  await build({
    absWorkingDir: root,
    entryPoints: { index: 'lambdas/watcher/index.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: banner },
    logLevel: 'warning',
    plugins: [
      {
        name: 'sabotage',
        setup: ({ onLoad }) => {
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            path === join(root, sabotage.file) ? { contents, loader: 'ts' } : undefined,
          );
        },
      },
    ],
  });
  return {
    ...assembly,
    codeFolder: (code) => (code.S3Key === S3Key ? folder : assembly.codeFolder(code)),
  };
};
