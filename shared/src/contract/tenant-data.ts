import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nothing } from './shapes.ts';

/** The calls of this file are additions to the specification: the owner exports or deletes all data of the account. */

const exportId = z.uuid();

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/identity/export',
  summary: 'Admits one download of all data of the account, which has to begin within two minutes',
  access: 'owner',
  needsProof: true,
  response: z.object({ exportId }),
  errors: ['exportUnderway'],
  quiet: true,
  whileUnserved: true,
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/identity/export/:exportId',
  summary: 'All data of the account as a zip archive, once for each request of it',
  access: 'owner',
  params: z.object({ exportId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  raw: true,
});

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/identity/deletion',
  summary: 'Plans the deletion of the account in 14 days; its service is off from now on',
  access: 'owner',
  needsProof: true,
  /** The name of the account, typed by the owner. */
  body: z.object({ companyName: z.string().check(z.trim(), z.maxLength(200)) }),
  response: z.object({ deletedAt: z.iso.datetime() }),
  errors: ['badRequest', 'wrongAccountName', 'invoiceUnpaid'],
  quiet: true,
  whileUnserved: true,
});

export const takeDeletionBack = endpoint({
  method: 'DELETE',
  path: '/api/identity/deletion',
  summary: 'Takes the planned deletion of the account back; its service is on again',
  access: 'owner',
  response: nothing,
  errors: [],
  whileUnserved: true,
});

export const tenantDataCalls = { requestExport, downloadExport, requestDeletion, takeDeletionBack } as const;
