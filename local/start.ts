// `npm start`: the whole service on this machine, shown on the demonstration shops.
import { createStartCommand } from './start-command.ts';

await createStartCommand('npm start --').parseAsync();
