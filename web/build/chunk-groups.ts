import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const web = fileURLToPath(new URL('../', import.meta.url))

/** The screens that people open the app with, and the layout behind sign-in. */
const firstScreens = {
  'sign-in': `${web}src/features/accounts/sessions/Login.tsx`,
  shell: `${web}src/app/AccountRoutes.tsx`,
  home: `${web}src/app/DashboardPage.tsx`,
  upload: `${web}src/features/detection/capture/CheckLeaf.tsx`,
  posts: `${web}src/features/community/board/MakePost.tsx`,
}

/** The larger screens of a visitor. */
const visitorScreens = [
  'features/accounts/signup/FarmerSignUp',
  'features/detection/articles/Article',
  'features/detection/capture/CheckLeaf',
  'features/detection/result/CurrentResult',
  'ui/phone/PhoneInput',
  'ui/table/DataTable',
  'features/surveillance/map/PublicMap',
].map(path => `${web}src/${path}.tsx`)

/** Loaded with the sign-in page, and no reason to load the check of a leaf first. */
const cameraHook = `${web}src/ui/camera/use-leaf-camera.tsx`

const uiFolder = /\/web\/src\/ui\/(?!table\/|phone\/|plate\/|chart\/)/

/** Folders whose shared modules travel in one file. A module goes with the first entry that matches it. */
const folders: readonly { name: string; test: RegExp; includeDependenciesRecursively?: false }[] = [
  { name: 'icons', test: /\/node_modules\/lucide-react\// },
  { name: 'ui', test: uiFolder },
  { name: 'plates', test: /\/web\/src\/ui\/plate\// },
  { name: 'diseases', test: /\/packages\/advice\// },
  { name: 'vision', test: /\/web\/src\/vision\/|\/vision\/src\/inference\/crop\.ts$/ },
  { name: 'capture', test: /\/web\/src\/features\/detection\/(capture\/|outbox\/Outbox)/ },
  // Without their dependencies: those would otherwise burden screens that share only the dependency.
  {
    // Every screen sends what waits, so this brings none of the forms and answers along.
    name: 'sending',
    test: /\/web\/src\/features\/(\w+\/outbox\/(send|saved|use-object-urls)[\w-]*|community\/shared\/queries)\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'board', test: /\/web\/src\/features\/community\/(?!moderation\/)/, includeDependenciesRecursively: false },
  {
    name: 'answers',
    test: /\/web\/src\/features\/detection\/|\/packages\/vision\//,
    includeDependenciesRecursively: false,
  },
]

const iconFolder = fileURLToPath(new URL('../esm/icons/', import.meta.resolve('lucide-react')))
const iconImport = /import \{([^}]*)\} from ['"]lucide-react['"]/g
const toIconFile = (name: string) => `${iconFolder}${name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()}.mjs`

/** Returns the modules that a module imports statically; of the icons those that it names, as their index imports all. */
function getImports(id: string, context: Rolldown.ChunkingContext): string[] {
  const { importedIds = [], code } = context.getModuleInfo(id) ?? {}
  const icons = [...(code ?? '').matchAll(iconImport)].flatMap(([, names = '']) => names.match(/[A-Z]\w+/g) ?? [])
  return [...importedIds.filter(imported => !imported.startsWith(iconFolder)), ...icons.map(toIconFile)]
}

function collectImports(screen: string, context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set([screen])
  for (const id of reached) for (const imported of getImports(id, context)) reached.add(imported)
  return reached
}

/**
 * Returns the chunk of each module of the first screens: that of the screens which need it. What a visitor's screens need as
 * well is apart, so that they load nothing else.
 */
function planFirstLoads(context: Rolldown.ChunkingContext): Map<string, string> {
  const owners = new Map([[cameraHook, 'sign-in']])
  for (const [name, screen] of Object.entries(firstScreens))
    for (const id of collectImports(screen, context)) {
      const owner = owners.get(id)
      if (id !== screen && owner !== 'sign-in' && owner !== 'shell') owners.set(id, owner ? `${owner}-${name}` : name)
    }
  const visitor = new Set(visitorScreens.flatMap(screen => [...collectImports(screen, context)]))
  for (const id of visitor) if (uiFolder.test(id) && !owners.has(id)) owners.set(id, 'forms')
  for (const [id, owner] of owners)
    if (owner !== 'sign-in' && owner !== 'forms' && (visitor.has(id) || !/\/src\/(features|app)\//.test(id)))
      owners.set(id, `${owner}-all`)
  return owners
}

let plan: Map<string, string> | undefined
function nameFirstChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  plan ??= planFirstLoads(context)
  return plan.get(id) ?? null
}

/**
 * The chunks of the build, beside one for each screen. Without them the bundler makes a file for each combination of
 * screens that share a module: 137 files for the check of a leaf, and 12 % more script on the sign-in page. What the
 * entry and the first screens load goes by screen; other modules that screens share go by folder.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // The entry itself stays apart, because the manifest names files after their entry module.
  { name: 'start', tags: ['$initial'], test: id => !/\/(index\.html|main\.tsx)$/.test(id), priority: 2 },
  {
    name: nameFirstChunk,
    debugName: 'first screens',
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  ...folders.map(folder => ({ ...folder, minShareCount: 2 })),
]
