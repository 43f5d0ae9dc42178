// Written by `npm run gen` from the files of this folder.
import type { ChatStandIn } from '../stand-in.ts';
import { discord } from './discord.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';

export const chats: readonly ChatStandIn[] = [discord, slack, teams, telegram];
