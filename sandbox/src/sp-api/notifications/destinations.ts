import { SpApiError } from '../request/error.ts';

/** The target of notifications: an SQS queue, or the EventBridge bus of an AWS account. */
type Resource =
  | { readonly sqs: { readonly arn: string } }
  | { readonly eventBridge: { readonly accountId: string; readonly region: string } };

export interface Destination {
  readonly destinationId: string;
  readonly name: string;
  readonly resource: Resource;
}

/** The notification destinations of the application at one endpoint. */
export interface Destinations {
  /** Throws 409 if the name or the resource is already in use. */
  create(name: string, resource: Resource): Destination;
  list(): readonly Destination[];
  find(destinationId: string): Destination | undefined;
  remove(destinationId: string): boolean;
}

export function createDestinations(newId: () => string): Destinations {
  const destinations = new Map<string, Destination>();
  return {
    create: (name, resource) => {
      const isTaken = [...destinations.values()].some(
        (other) => other.name === name || JSON.stringify(other.resource) === JSON.stringify(resource),
      );
      if (isTaken) {
        throw new SpApiError(409, 'Conflict', { message: 'A destination with this name or resource exists already.' });
      }
      const destination = { destinationId: newId(), name, resource };
      destinations.set(destination.destinationId, destination);
      return destination;
    },
    list: () => [...destinations.values()],
    find: (destinationId) => destinations.get(destinationId),
    remove: (destinationId) => destinations.delete(destinationId),
  };
}

export const isOfKind = ({ resource }: Destination, kind: 'sqs' | 'eventBridge'): boolean => kind in resource;

export const presentDestination = ({ destinationId, name, resource }: Destination): unknown => ({
  destinationId,
  name,
  resource:
    'sqs' in resource
      ? resource
      : {
          eventBridge: { ...resource.eventBridge, name: eventSourceOf(resource.eventBridge.accountId, destinationId) },
        },
});

/** Returns the event source name: "aws.partner/sellingpartnerapi.amazon.com/123456789012/…". */
export const eventSourceOf = (accountId: string, destinationId: string): string =>
  `aws.partner/sellingpartnerapi.amazon.com/${accountId}/${destinationId}`;
