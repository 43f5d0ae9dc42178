export interface StoredReport {
  readonly reportId: string;
  readonly documentId: string;
  readonly sellerId: string;
  readonly reportType: string;
  readonly marketplaceIds: readonly string[];
  readonly dataStartTime: Date | undefined;
  readonly dataEndTime: Date | undefined;
  readonly createdAt: Date;
  readonly startedAt: Date;
  readonly doneAt: Date;
  readonly isGzipped: boolean;
}
