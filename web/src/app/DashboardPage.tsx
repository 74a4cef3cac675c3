import { useUser } from '../api/session/session.ts'
import { NextAppointment } from '../features/consultations/my-bookings/NextAppointment.tsx'
import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { MyField } from '../features/detection/field/MyField.tsx'
import { NewAnswers } from '../features/notifications/NewAnswers.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'

/** Composes the dashboard with the content of other features: features do not import each other. */
export function DashboardPage() {
  const isFarmer = useUser()?.role === 'farmer'
  return (
    <Dashboard
      top={
        isFarmer && (
          <MyField>
            <NewAnswers />
            <NextAppointment />
          </MyField>
        )
      }
    >
      <NotificationsCard />
    </Dashboard>
  )
}
