import type { TransportDeclaration } from './transport.ts';

export const mail = { id: 'mail', label: 'E-mail', reaches: 'address' } as const satisfies TransportDeclaration;
