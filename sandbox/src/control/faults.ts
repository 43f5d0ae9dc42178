import type { FastifyInstance } from 'fastify';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { mailFault, type MailFaults } from '../mail/mail-faults.ts';
import type { Faults } from '../world/events/faults.ts';
import { BadRequest } from './bad-request.ts';

interface FaultDeps {
  faults: Faults;
  mailFaults: MailFaults;
}

/** Injects faults into the next SP-API requests or the next mails, or clears all faults. */
export function faultRoutes({ faults, mailFaults }: FaultDeps): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.post('/sandbox/faults', (request) => {
      const mail = mailFault.safeParse(request.body);
      if (!mail.success) return addFault(faults, request.body);
      mailFaults.set(mail.data);
      return mail.data;
    });
    app.delete('/sandbox/faults', (_request, reply) => {
      faults.clear();
      mailFaults.clear();
      return reply.code(204).send();
    });
  };
}

function addFault(faults: Faults, fault: unknown) {
  try {
    return faults.add(fault);
  } catch (error) {
    throw new BadRequest(messageOfError(error), { cause: error });
  }
}
