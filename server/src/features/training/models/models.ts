import type { PageQuery } from '@kutu/contract/common'
import {
  type ModelDetails,
  type ModelVersion,
  modelDetails,
  modelVersion,
  proportion,
} from '@kutu/contract/training/training'
import { z } from 'zod'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import { countWithdrawnImages } from '../administration/teachers.ts'
import { findOwnSessions, getApprovals } from './model-heads.ts'

/** Returns the page of model versions, newest first. */
export async function listModels(app: App, caller: Caller, { query, url }: { query: PageQuery; url: URL }) {
  const rows = await selectVersions(app)
    .orderBy('model_heads.created_at', 'desc')
    .orderBy('model_heads.version', 'desc')
    .$call(onPage(query))
    .execute()
  const count = await countUpTo(app.db, app.db.selectFrom('model_heads'))
  const names = await getNames(app, caller, rows)
  const results = rows.map(row => presentVersion(app, row, names))
  return pageReply(url, query, count, results)
}

/**
 * Returns a model version.
 * @throws ApiError not_found
 */
export async function getModelVersion(app: App, caller: Caller, version: string): Promise<ModelVersion> {
  return presentOneVersion(app, caller, await findVersion(app, version))
}

/**
 * Returns the card of a version of the current network. For a refitted version it is the network's card without the
 * figures measured on the shipped head.
 * @throws ApiError not_found
 */
export async function getModelCard(app: App, caller: Caller, version: string): Promise<ModelDetails> {
  const { card } = app.vision
  const { decision } = card
  const row = await findVersion(app, version)
  if (row.network !== card.version) throw apiError('not_found')
  const isShipped = row.session_id === null
  // The Python training writes these figures; only this schema checks their shape.
  return modelDetails.parse({
    ...(await presentOneVersion(app, caller, row)),
    architecture: card.architecture,
    input_size: card.inputSize,
    bytes: card.bytes,
    multiply_adds: card.multiplyAdds,
    temperature: card.temperature,
    thresholds: { confident: decision.bands.cropUnknown.confident, leaf: decision.leaf.threshold },
    measured: isShipped ? card.measured : {},
    trained_on: card.trainedOn,
    sources: card.sources,
  })
}

const selectVersions = (app: App) =>
  app.db
    .selectFrom('model_heads')
    .leftJoin('training_sessions', 'training_sessions.id', 'model_heads.session_id')
    .select([
      'model_heads.version',
      'model_heads.network',
      'model_heads.parent',
      'model_heads.session_id',
      'model_heads.created_at',
      'model_heads.is_active',
      'model_heads.activated_at',
      'training_sessions.figures',
      'training_sessions.started_by',
      'training_sessions.kind',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>

async function findVersion(app: App, version: string): Promise<Row> {
  const row = await selectVersions(app).where('model_heads.version', '=', version).executeTakeFirst()
  if (!row) throw apiError('not_found')
  return row
}

type Names = Awaited<ReturnType<typeof getNames>>

/**
 * Returns who started the sessions of the versions, who approved the versions, whose photos were withdrawn since, and
 * which sessions learned from the caller.
 */
async function getNames(app: App, caller: Caller, rows: readonly Row[]) {
  const starters = rows.flatMap(({ started_by }) => started_by ?? [])
  const versions = rows.map(({ version }) => version)
  const sessions = rows.flatMap(({ session_id }) => session_id ?? [])
  return {
    usernames: await getUsernames(app.db, starters),
    approvals: await getApprovals(app.db, versions),
    countWithdrawn: await countWithdrawnImages(app.db, sessions),
    ownSessions: await findOwnSessions(app, app.db, caller, sessions),
  }
}

async function presentOneVersion(app: App, caller: Caller, row: Row): Promise<ModelVersion> {
  return presentVersion(app, row, await getNames(app, caller, [row]))
}

function presentVersion(
  app: App,
  row: Row,
  { usernames, approvals, countWithdrawn, ownSessions }: Names,
): ModelVersion {
  const { started_by: starter } = row
  const { card } = app.vision
  const isUsable = row.network === card.version
  const isShipped = isUsable && row.session_id === null
  return modelVersion.parse({
    version: row.version,
    created: isShipped ? card.created : row.created_at.toISOString().slice(0, 10),
    is_active: isUsable && row.is_active,
    is_usable: isUsable,
    activated_at: row.activated_at?.toISOString() ?? null,
    approvals: approvals.filter(({ version }) => version === row.version).map(({ id, username }) => ({ id, username })),
    approvals_needed: app.config.labelReviewers,
    has_own_photos: row.session_id !== null && ownSessions.has(row.session_id),
    measured: isShipped ? card.measured : {},
    refit:
      row.session_id === null
        ? null
        : {
            base_version: row.network,
            parent_version: row.parent,
            session: row.session_id,
            started_by: starter === null ? null : { id: starter, username: usernames.get(starter) ?? '' },
            created_at: row.created_at.toISOString(),
            figures: row.figures,
            kind: row.kind,
            withdrawn: countWithdrawn(row.session_id),
          },
  })
}

const shippedMetrics = z.object({ test_field: z.object({ accuracy: proportion }) })

/** Returns the accuracy of the active version with the number of photos and the set it was measured on. */
export async function getActiveModelAccuracy(app: App) {
  const { card } = app.vision
  const active = await app.db
    .selectFrom('model_heads')
    .leftJoin('training_sessions', 'training_sessions.id', 'model_heads.session_id')
    .select(['model_heads.version', 'training_sessions.figures'])
    .where('model_heads.network', '=', card.version)
    .where('model_heads.is_active', '=', true)
    .executeTakeFirst()
  const version = active?.version ?? card.version
  const refit = active?.figures?.validation.after
  // A refitted version is measured on the validation photos used for model selection; the test sets belong to the
  // shipped version.
  if (refit)
    return {
      version,
      accuracy: { share: refit.right / Math.max(1, refit.photos), photos: refit.photos, set: 'val' as const },
    }
  const shipped = shippedMetrics.safeParse(card.measured).data?.test_field.accuracy
  if (version !== card.version || !shipped) return { version, accuracy: null }
  return { version, accuracy: { share: shipped.share, photos: shipped.n, set: 'test_field' as const } }
}
