import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from '../root.ts';

const notTransports = ['transport.ts', 'registry.ts'];

const filesOf = (folder: string, others: readonly string[]): readonly string[] =>
  readdirSync(inRoot(folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !others.includes(name))
    .toSorted();

const importsOf = (files: readonly string[]): string =>
  files.map((file) => `import { ${basename(file, '.ts')} } from './${file}';`).join('\n');

const namesOf = (files: readonly string[]): string => files.map((file) => basename(file, '.ts')).join(', ');

/** The text of `sandbox/src/hooks/chats/registry.ts`. */
export function chatRegistry(): string {
  const files = filesOf('sandbox/src/hooks/chats', ['registry.ts']);
  return `// Written by \`npm run gen\` from the files of this folder.
import type { ChatStandIn } from '../stand-in.ts';
${importsOf(files)}

export const chats: readonly ChatStandIn[] = [${namesOf(files)}];
`;
}

/** The ids of all transports: a file is named after the transport that it declares. */
export const transportIds = (): readonly string[] =>
  filesOf('shared/src/transports', notTransports).map((file) => basename(file, '.ts'));

/** The content of `shared/src/transports/registry.ts`. */
export function transportRegistry(): string {
  const files = filesOf('shared/src/transports', notTransports);
  return `// Written by \`npm run gen\` from the files of this folder.
import type { ChannelDeclaration, TransportDeclaration } from './transport.ts';
${importsOf(files)}

const declared = { ${namesOf(files)} };

export type TransportId = keyof typeof declared;
export type ChannelTransportId = {
  [Id in TransportId]: (typeof declared)[Id] extends ChannelDeclaration ? Id : never;
}[TransportId];

export const transportsById: Readonly<Record<TransportId, TransportDeclaration>> = declared;

const isTransportId = (id: string): id is TransportId => Object.hasOwn(declared, id);
const isChannelDeclaration = (
  transport: TransportDeclaration,
): transport is ChannelDeclaration & { readonly id: ChannelTransportId } => transport.reaches === 'channel';

export const transports = Object.values<TransportDeclaration>(declared).toSorted((a, b) => a.order - b.order);
export const transportIds = transports.map(({ id }) => id).filter(isTransportId);
export const channelTransports = transports.filter(isChannelDeclaration);

export const channelTransportOf = (id: ChannelTransportId): ChannelDeclaration => declared[id];
`;
}

/** The content of `server/src/features/delivering/transports/channels/registry.ts`. */
export function channelTransportRegistry(): string {
  const files = filesOf('server/src/features/delivering/transports/channels', ['registry.ts']);
  return `// Written by \`npm run gen\` from the files of this folder.
import type { ChannelTransportId } from '@app/shared/transports/registry.ts';
import type { ChannelTransport } from '../channel-transport.ts';
${importsOf(files)}

export const channelTransportsById: Readonly<Record<ChannelTransportId, ChannelTransport>> = { ${namesOf(files)} };
`;
}
