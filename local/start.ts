// `npm start`: the whole service on this machine, shown on the demonstration shops.
import { Command } from 'commander';
import { defineStart } from './start-command.ts';

await defineStart(new Command('npm start --'), 'npm start --').parseAsync();
