/* Children of a process whose other threads are in functions of the library: each answers at once. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sycl_rtc.h"

static sycl_rtc_compiler *compiler;
static volatile int stop;

static sycl_rtc_status use(void) {
  sycl_rtc_program *program = NULL;
  sycl_rtc_status status = sycl_rtc_program_create(compiler, "opencl-c", "", 0, NULL, &program);
  if (status == SYCL_RTC_STATUS_SUCCESS)
    status = sycl_rtc_program_add_option(program, "-O1");
  return status == SYCL_RTC_STATUS_SUCCESS ? sycl_rtc_program_destroy(program) : status;
}

static void *work(void *unused) {
  while (!stop && use() == SYCL_RTC_STATUS_SUCCESS) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  int answers[3] = {0, 0, 0};
  if (sycl_rtc_compiler_create(NULL, &compiler) != SYCL_RTC_STATUS_SUCCESS)
    return 1;
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 300; i++) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
      alarm(20);
      _exit((int)use());
    }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SYCL_RTC_STATUS_SUCCESS)
      answers[0]++;
    else if (WIFEXITED(status) && WEXITSTATUS(status) == SYCL_RTC_STATUS_FORKED)
      answers[1]++;
    else if (++answers[2] == 3)
      break;
  }
  stop = 1;
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  /* The parent goes on. */
  if (use() != SYCL_RTC_STATUS_SUCCESS)
    answers[2]++;
  printf("%d of 300, %d others\n", answers[0] + answers[1], answers[2]);
  return answers[2] != 0;
}
