import type { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';

export const registerMcp = (program: Command): void => {
  withConnection(
    program
      .command('mcp')
      .description('Serve the Model Context Protocol over standard input and output, for agents.')
      .addHelpText(
        'after',
        `
Example, in the settings of an agent:
  { "mcpServers": { "prices": { "command": "npx", "args": ["-y", "scrap-prices", "mcp", "--profile", "default"] } } }`,
      ),
  ).action(async (options: ConnectionOptions) => {
    const { client, licenseKey } = await connect(options);
    // Loaded on demand: no other command needs it.
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { createMcpServer } = await import('../mcp/server.ts');
    const server = createMcpServer({ client, licenseKey, version: packageJson.version });
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve;
      process.stdin.once('end', resolve);
    });
    await server.connect(new StdioServerTransport());
    await closed;
    await server.close();
  });
};
