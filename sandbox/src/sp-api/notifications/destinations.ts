import { SpApiError } from '../error.ts';

export interface Destination {
  readonly destinationId: string;
  readonly name: string;
  readonly arn: string;
}

/** Where notifications can go: one list for the application and endpoint. */
export interface Destinations {
  /** Throws 409 when the name or the queue is taken. */
  create(name: string, arn: string): Destination;
  list(): readonly Destination[];
  find(destinationId: string): Destination | undefined;
  remove(destinationId: string): boolean;
}

export function createDestinations(newId: () => string): Destinations {
  const destinations = new Map<string, Destination>();
  return {
    create: (name, arn) => {
      if ([...destinations.values()].some((other) => other.name === name || other.arn === arn)) {
        throw new SpApiError(409, 'Conflict', { message: 'A destination with this name or resource exists already.' });
      }
      const destination = { destinationId: newId(), name, arn };
      destinations.set(destination.destinationId, destination);
      return destination;
    },
    list: () => [...destinations.values()],
    find: (destinationId) => destinations.get(destinationId),
    remove: (destinationId) => destinations.delete(destinationId),
  };
}

export const presentDestination = ({ destinationId, name, arn }: Destination): unknown => ({
  destinationId,
  name,
  resource: { sqs: { arn } },
});
