import type { TransportDeclaration } from './transport.ts';

export const push = { id: 'push', label: 'Browser', reaches: 'browser' } as const satisfies TransportDeclaration;
