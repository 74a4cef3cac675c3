import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments, parse as parseYaml } from 'yaml'
import { environmentSchema } from '../config.ts'

const deployFolder = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const kubernetesFolder = join(deployFolder, 'kubernetes')
const readText = (path: string) => readFileSync(join(deployFolder, path), 'utf8')
const settings = Object.keys(environmentSchema.shape)
/** Variables that others than the server read: Node.js and glibc. */
const foreignSettings = ['NODE_ENV', 'MALLOC_ARENA_MAX']

type Labels = Record<string, string>
type Container = {
  image: string
  env?: { name: string; value: string }[]
  envFrom: object[]
  ports?: { name: string; containerPort: number }[]
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}
type PodTemplate = { metadata: { labels: Labels }; spec: { containers: [Container] } }
type Backend = { service: { name: string; port: { name: string } } }
type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Labels }
  spec: {
    template?: PodTemplate
    jobTemplate?: { spec: { template: PodTemplate } }
    selector?: Labels & { matchLabels?: Labels }
    podSelector?: { matchLabels?: Labels }
    ports?: { name: string; targetPort: string }[]
    scaleTargetRef?: { name: string }
    rules?: { http: { paths: { path: string; backend: Backend }[] } }[]
  }
}

/** Object types of the official Kubernetes API and of two operators, with validators made from their schemas. */
const models = [
  Namespace,
  ServiceAccount,
  Service,
  PersistentVolumeClaim,
  Deployment,
  CronJob,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
  Ingress,
  NetworkPolicy,
  PodMonitor,
  ScaledObject,
]

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Validates a manifest against the schema of its kind. The schemas allow unknown fields, which the API server drops; a
 * field that the validator never reads is unknown.
 */
function findSchemaProblems(manifest: object): string[] {
  const known = new Set<string>()
  const observe = <T extends object>(value: T, path: string): T =>
    new Proxy(value, {
      get(target, key) {
        const child: unknown = Reflect.get(target, key)
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return child
        known.add(`${path}/${key}`)
        return isObject(child) ? observe(child, `${path}/${key}`) : child
      },
    })
  const listPaths = (value: object, path: string): string[] =>
    Object.entries(value).flatMap(([key, child]) => [
      `${path}/${key}`,
      ...(isObject(child) ? listPaths(child, `${path}/${key}`) : []),
    ])
  const { apiVersion, kind } = manifest as Manifest
  const Model = models.find(model => model.apiVersion === apiVersion && model.kind === kind)
  if (!Model) return [`no schema for ${apiVersion} ${kind}`]
  const instance = new Model({} as never)
  const observed = observe(manifest, '')
  // The constructor copies the first level; the validator then reads the observed objects below it.
  for (const key of Object.keys(manifest)) Reflect.set(instance, key, Reflect.get(observed, key))
  try {
    instance.validate()
  } catch (error) {
    return [`${kind}: ${String(error)}`]
  }
  return listPaths(manifest, '')
    .filter(path => !known.has(path))
    .map(path => `${kind}: unknown field ${path}`)
}

const manifestFiles = readdirSync(kubernetesFolder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.yaml') && entry.name !== 'kustomization.yaml')
  .map(entry => join(entry.parentPath, entry.name))
const manifests = manifestFiles.flatMap(file =>
  parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS() as Manifest),
)
const ofKind = (kind: string) => manifests.filter(manifest => manifest.kind === kind)
const templateOf = ({ spec }: Manifest) => spec.template ?? spec.jobTemplate?.spec.template
const templates = manifests.flatMap(manifest => (manifest.spec ? (templateOf(manifest) ?? []) : []))
const containers = templates.flatMap(({ spec }) => spec.containers)
const settingsOfKustomization = (path: string): string[] => {
  const { configMapGenerator } = parseYaml(readText(path)) as { configMapGenerator: { literals: string[] }[] }
  return configMapGenerator.flatMap(({ literals }) => literals)
}
const deploymentOf = (name: string) => ofKind('Deployment').find(({ metadata }) => metadata.name === name)

describe('deploy/kubernetes', () => {
  it('holds manifests that the schemas of the Kubernetes API accept, without unknown fields', () => {
    expect(manifests.length).toBeGreaterThan(15)
    expect(manifests.flatMap(findSchemaProblems)).toEqual([])
    const [budget] = ofKind('PodDisruptionBudget')
    expect(findSchemaProblems({ ...budget, spec: { ...budget?.spec, minAvailible: 1 } })).toEqual([
      'PodDisruptionBudget: unknown field /spec/minAvailible',
    ])
    expect(findSchemaProblems({ ...budget, spec: { ...budget?.spec, minAvailable: [] } })).toHaveLength(1)
  })

  it('lists every manifest in the kustomization of its folder', () => {
    const listed = readdirSync(kubernetesFolder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name === 'kustomization.yaml')
      .flatMap(({ parentPath }) => {
        const { resources = [] } = parseYaml(readFileSync(join(parentPath, 'kustomization.yaml'), 'utf8')) as {
          resources?: string[]
        }
        return resources.map(resource => join(parentPath, resource))
      })
    expect(listed.filter(path => path.endsWith('.yaml')).toSorted()).toEqual(manifestFiles.toSorted())
  })

  it('runs the three roles that together serve everything', () => {
    const roles = ofKind('Deployment').map(({ spec }) => spec.template?.spec.containers[0].env)
    expect(roles).toEqual(
      expect.arrayContaining(['web', 'analysis', 'worker'].map(role => [{ name: 'ROLE', value: role }])),
    )
    expect(roles).toHaveLength(3)
  })

  it('sets only variables that the server reads, to values that it accepts', () => {
    const literals = ['base', 'example'].flatMap(folder =>
      settingsOfKustomization(`kubernetes/${folder}/kustomization.yaml`),
    )
    const environment = parseEnv(literals.map(literal => literal.replace('=', '="').concat('"')).join('\n'))
    const secrets = parseEnv(readText('kubernetes/example/secret.example.env'))
    const names = [...Object.keys(environment), ...Object.keys(secrets)]
    expect(names.filter(name => !settings.includes(name))).toEqual([])
    // An example that nobody has filled in must not start.
    const problems = environmentSchema.safeParse({ ...environment, ...secrets }).error?.issues
    expect(problems?.map(({ path }) => path.join('.'))).toEqual(['TOKEN_SECRET', 'URL_SECRET', 'BACKUP_PASSPHRASE'])
  })

  it('gives every process its settings and secrets, and asks the probes of the server', () => {
    for (const container of containers)
      expect(container.envFrom).toEqual([{ configMapRef: { name: 'kutu-settings' } }, { secretRef: { name: 'kutu' } }])
    for (const container of ofKind('Deployment').flatMap(({ spec }) => spec.template?.spec.containers ?? [])) {
      expect(container.ports).toEqual([
        { name: 'http', containerPort: environmentSchema.parse({}).PORT },
        { name: 'metrics', containerPort: 9464 },
      ])
      const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const
      const paths = probes.map(probe => container[probe]?.httpGet)
      expect(paths).toEqual(['/api/ready', '/api/ready', '/api/health'].map(path => ({ path, port: 'http' })))
    }
    expect(settingsOfKustomization('kubernetes/base/kustomization.yaml')).toContain('METRICS_PORT=9464')
  })

  it('selects existing pods in every service, budget, autoscaler and network policy', () => {
    const selectors = [
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...[...ofKind('Deployment'), ...ofKind('PodDisruptionBudget'), ...ofKind('PodMonitor')].map(
        ({ spec }) => spec.selector?.matchLabels,
      ),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector?.matchLabels ?? {}),
    ]
    const isSelected = (selector: Labels = {}) =>
      templates.some(({ metadata }) =>
        Object.entries(selector).every(([label, value]) => metadata.labels[label] === value),
      )
    expect(selectors.filter(selector => !isSelected(selector))).toEqual([])
    const scaled = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')]
    expect(scaled.filter(({ spec }) => !deploymentOf(spec.scaleTargetRef?.name ?? ''))).toEqual([])
  })

  it('sends /analysis to the processes of the model and everything else to the web processes', () => {
    const [ingress] = ofKind('Ingress')
    const paths = ingress?.spec.rules?.flatMap(({ http }) => http.paths) ?? []
    expect(paths.map(({ path, backend }) => [path, backend.service.name, backend.service.port.name])).toEqual([
      ['/analysis', 'analysis', 'http'],
      ['/api/rust-detection', 'analysis', 'http'],
      ['/api/leaf-detection', 'analysis', 'http'],
      ['/api/upload-training-images', 'analysis', 'http'],
      ['/', 'web', 'http'],
    ])
    const services = ofKind('Service').map(({ metadata, spec }) => [metadata.name, spec.ports])
    const port = [{ name: 'http', port: 80, targetPort: 'http' }]
    expect(services).toEqual(
      expect.arrayContaining([
        ['analysis', port],
        ['web', port],
      ]),
    )
  })

  /** Copies the example as docs/install.md says, in a copy of this folder, and returns the copy. */
  function copyExample(): string {
    const folder = mkdtempSync(join(tmpdir(), 'kutu-overlay-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    cpSync(deployFolder, join(folder, 'deploy'), { recursive: true })
    const page = readFileSync(join(deployFolder, '../docs/install.md'), 'utf8')
    const [command = '', copy = ''] = /cp --recursive deploy\/kubernetes\/example (\S+)/.exec(page) ?? []
    execFileSync('sh', ['-c', command], { cwd: folder })
    const used = [...page.matchAll(/kubectl (?:kustomize|apply --kustomize) (\S+\/\S+)/g)].map(([, path]) => path)
    expect(used).toEqual([copy, copy])
    return join(folder, copy)
  }

  it('has an example that can be copied as documented', () => {
    const copy = copyExample()
    const { resources, components } = parseYaml(readFileSync(join(copy, 'kustomization.yaml'), 'utf8')) as {
      resources: string[]
      components: string[]
    }
    const missing = [...resources, ...components].filter(path => !existsSync(join(copy, path, 'kustomization.yaml')))
    expect(missing).toEqual([])
  })

  it('builds with kustomize', ({ skip }) => {
    const commands = [
      ['kubectl', 'kustomize'],
      ['kustomize', 'build'],
    ]
    const command = commands.find(([name = '']) => spawnSync(name, ['version', '--client']).error === undefined)
    if (!command) return skip('neither kubectl nor kustomize is installed')
    const [name = '', verb = ''] = command
    const built = execFileSync(name, [verb, copyExample()], { encoding: 'utf8' })
    const objects = parseAllDocuments(built).map(document => document.toJS() as Manifest)
    const problems = objects.filter(({ kind }) => kind !== 'ConfigMap').flatMap(findSchemaProblems)
    expect(problems).toEqual([])
    const images = objects.flatMap(object => (object.spec ? (templateOf(object)?.spec.containers[0].image ?? []) : []))
    expect(new Set(images)).toEqual(new Set(['registry.example.org/kutu:1.0.0']))
    const worker = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'worker')
    expect(worker?.spec).not.toHaveProperty('replicas')
    // Only the container that migrates knows the owner of the tables.
    expect(JSON.stringify(worker?.spec).match(/kutu-owner/g)).toHaveLength(1)
    expect(JSON.stringify(worker?.spec.template?.spec.containers)).not.toContain('kutu-owner')
  })
})

describe('deploy/systemd/kutu.service', () => {
  const unit = readText('systemd/kutu.service')
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

  it('sets only variables that something reads, and stops later than the server gives up', () => {
    const assignments = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' '))
    const names = assignments.map(assignment => assignment.split('=')[0] ?? '')
    expect(names).toContain('DATA_DIR')
    expect(names.filter(name => !settings.includes(name) && !foreignSettings.includes(name))).toEqual([])
    const graceMs = /graceMs = ([\d_]+)/.exec(readFileSync(new URL('../main.ts', import.meta.url), 'utf8'))?.[1]
    const stopSeconds = /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]
    expect(Number(stopSeconds) * 1000).toBeGreaterThan(Number(graceMs?.replaceAll('_', '')))
  })

  it('has a command line with the data folder and the settings of the unit', () => {
    const script = readText('systemd/kutu')
    const find = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]
    for (const pattern of [/DATA_DIR=(\S+)/, /(\/etc\/kutu\/\S+)/, /^(?:WorkingDirectory=|cd )(.*)$/m]) {
      expect(find(script, pattern)).toMatch(/^\//)
      expect(find(script, pattern)).toBe(find(unit, pattern))
    }
    expect(spawnSync('sh', ['-n', join(deployFolder, 'systemd/kutu')]).status).toBe(0)
  })

  it('has a command line that gets the credentials of the unit and of its overrides', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kutu-credentials-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const override =
      '[Service]\nLoadCredential=TOKEN_SECRET:/etc/kutu/a token\nLoadCredentialEncrypted=URL_SECRET:/etc/kutu/url\n'
    writeFileSync(join(folder, 'unit'), `${unit}\n# /etc/systemd/system/kutu.service.d/override.conf\n${override}`)
    writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\n[ "$*" = "cat kutu.service" ] && cat ${folder}/unit\n`)
    writeFileSync(join(folder, 'systemd-run'), `#!/bin/sh\nprintf '%s\\n' "$@"\n`)
    for (const program of ['systemctl', 'systemd-run']) chmodSync(join(folder, program), 0o755)
    const script = readText('systemd/kutu').replace('cd /opt/kutu', `cd ${folder}`)
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    const output = execFileSync('sh', ['-s', 'backup', '/b/a file'], { input: script, encoding: 'utf8', env })
    const args = output.trimEnd().split('\n')
    expect(args.filter(each => each.includes('Credential'))).toEqual([
      '--property=LoadCredential=TOKEN_SECRET:/etc/kutu/a token',
      '--property=LoadCredentialEncrypted=URL_SECRET:/etc/kutu/url',
    ])
    expect(args).toEqual(expect.arrayContaining(['--uid=kutu', '--gid=kutu', '--pipe', '--wait']))
    expect(args.slice(-4)).toEqual(['/usr/bin/node', 'server/bin/kutu.mjs', 'backup', '/b/a file'])
  })

  it('is a valid unit with an exposure of at most 1.5', ({ skip }) => {
    skip(!hasSystemd, 'systemd is not installed')
    const folder = mkdtempSync(join(tmpdir(), 'kutu-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'kutu.service')
    // The program of the unit need not be installed on this machine.
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', '--no-pager', file])
    expect(security.status).toBe(0)
  })
})
