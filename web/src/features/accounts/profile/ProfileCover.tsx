import { useUser } from '../../../api/session/session.ts'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import { MaizeIllustration } from '../../../ui/media/MaizeIllustration.tsx'

/** A strip of the illustration with the face of the signed-in user, above the profile and each of its settings. */
export function ProfileCover() {
  const user = useUser()
  return (
    <div aria-hidden="true" className="relative mb-4">
      <div className="h-28 overflow-hidden rounded-lg sm:h-36">
        <MaizeIllustration className="-mt-[78%] w-full" />
      </div>
      <span className="absolute -bottom-6 left-4 rounded-full border-4 border-ground">
        <Avatar name={user?.username ?? ''} photo={user?.photo} size="large" />
      </span>
    </div>
  )
}
