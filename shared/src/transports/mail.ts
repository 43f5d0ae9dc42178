import type { TransportDeclaration } from './transport.ts';

export const mail = {
  id: 'mail',
  label: 'E-mail',
  by: 'by e-mail',
  order: 1,
  icon: ['M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10', 'M3 7l9 6l9 -6'],
  reaches: 'address',
} as const satisfies TransportDeclaration;
