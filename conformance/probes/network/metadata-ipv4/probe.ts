import { program } from 'polygraph/probe'

// The addresses of AWS, GCP and Azure; of ECS tasks; of Alibaba; of the Azure host.
export default program('routes.py', { args: ['4', '169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16'] })
