import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const web = fileURLToPath(new URL('../', import.meta.url))
const signInPage = `${web}src/features/accounts/sessions/Login.tsx`

/** Folders whose shared modules travel in one file. A module goes with the first entry that matches it. */
const folders: readonly { name: string; test: RegExp; includeDependenciesRecursively?: false }[] = [
  { name: 'icons', test: /\/node_modules\/lucide-react\// },
  { name: 'data', test: /\/node_modules\/(@tanstack\/(query-core|react-query)|idb)\/|\/web\/src\/api\// },
  // Apart from the rest of `ui`: few screens have districts, codes, new passwords and files.
  {
    name: 'places',
    test: /\/web\/src\/ui\/form\/(Districts?\w+|SearchList)|\/packages\/places\//,
    includeDependenciesRecursively: false,
  },
  {
    name: 'fields',
    test: /\/web\/src\/ui\/(form\/(CodeInput|password\/PasswordM)|media\/(Dropzone|UploadProgress|image-file|use-preview-url))|\/password-strength\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'ui', test: /\/web\/src\/ui\/(?!table\/|phone\/|plate\/|chart\/)/ },
  {
    name: 'home',
    test: /\/web\/src\/features\/(dashboard\/today|notifications|detection\/(classes|history|crops|queries|result\/confidence-band))|\/contract\/src\/bands\.ts$/,
  },
  { name: 'signs', test: /\/web\/src\/ui\/plate\/SeenSigns|\/advice\/src\/field-questions/ },
  { name: 'plates', test: /\/web\/src\/ui\/plate\// },
  { name: 'diseases', test: /\/packages\/advice\// },
  {
    name: 'vision',
    test: /\/web\/src\/vision\/(?!remove-metadata)|\/vision\/src\/(inference\/crop|browser\/(exif-\w+|jpeg-segments))\.ts$/,
  },
  { name: 'capture', test: /\/web\/src\/features\/detection\/(capture\/|outbox\/Outbox)/ },
  // Without their dependencies: those would otherwise burden screens that share only the dependency.
  {
    // Every screen sends what waits, so this brings none of the forms and answers along.
    name: 'sending',
    test: /\/web\/src\/features\/(\w+\/outbox\/(send|saved|use-object-urls)[\w-]*|community\/shared\/queries)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    // The forms and dialogs of the board come after its first view.
    name: 'posting',
    test: /\/web\/src\/features\/community\/(create\/(?!post-draft|post-form)|post\/|outbox\/|shared\/(Comment|EditedMark))/,
    includeDependenciesRecursively: false,
  },
  { name: 'board', test: /\/web\/src\/features\/community\/(?!moderation\/)/, includeDependenciesRecursively: false },
  {
    name: 'answers',
    test: /\/web\/src\/features\/detection\/|\/packages\/vision\//,
    includeDependenciesRecursively: false,
  },
]

/** With the hook of the check of a leaf, which is no reason to load the rest of `ui` first. */
const modulesOfSignIn = new Set([`${web}src/ui/camera/use-leaf-camera.tsx`])

/** Adds what a module imports statically. Icons stay apart: the index of their package imports all of them. */
function addImports(id: string, context: Rolldown.ChunkingContext): void {
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
    if (modulesOfSignIn.has(imported) || imported.includes('/lucide-react/dist/esm/icons/')) continue
    modulesOfSignIn.add(imported)
    addImports(imported, context)
  }
}

function nameSignInChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  if (modulesOfSignIn.size === 1) addImports(signInPage, context)
  return modulesOfSignIn.has(id) ? 'sign-in' : null
}

/**
 * The chunks of the build, beside one for each screen. Without them the bundler makes a file for each combination of
 * screens that share a module: 137 files for the check of a leaf, and 12 % more script on the sign-in page. What the
 * entry and the sign-in page load is in `start` and `sign-in`; other modules that screens share go by folder.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // The entry itself stays apart, because the manifest names files after their entry module.
  { name: 'start', tags: ['$initial'], test: id => !/\/(index\.html|main\.tsx)$/.test(id), priority: 2 },
  { name: nameSignInChunk, debugName: 'sign-in', priority: 1 },
  ...folders.map(folder => ({ ...folder, minShareCount: 2 })),
]
