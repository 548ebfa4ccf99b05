// Runs the compiled update, chunk by chunk. What a chunk writes is written at the end of its program, after all guards:
// where a flake would do what the program cannot, or would raise, the chunk is as it was, and `update` is called for its
// flakes instead.

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

// A chunk that was given up is tried again in parts of this many, as few of its flakes are to blame.
enum { PART = 16 };

// Working the uniforms out anew after each part that is called may cost more than the calls. As many times are free, and
// one for as many flakes that the program could update.
enum { FREE_REFRESHES = 64, FLAKES_A_REFRESH = 64 };

static atomic_bool wide_is_refused;

void clua_kernel_allow_wide(bool allow) { atomic_store_explicit(&wide_is_refused, !allow, memory_order_relaxed); }

static bool is_wide(void) {
    static atomic_int known;  // 1 no, 2 yes
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (!answer) {
        answer = clua_has_wide_lanes() ? 2 : 1;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == 2 && !atomic_load_explicit(&wide_is_refused, memory_order_relaxed);
}

bool clua_kernel_install(CLuaVM *vm, const CLuaLaneOperation *operations, size_t count, int registers) {
    Kernel *kernel = vm->kernel;
    if (!kernel || registers > CLUA_MAX_REGISTERS) return false;
    bool is_shared = true, removes = false;
    for (size_t i = 0; i < count; i++) {
        if (operations[i].code == CLUA_LANE_GUARD || operations[i].code == CLUA_LANE_GROUND) is_shared = false;
        if (operations[i].code == CLUA_LANE_REMOVE) removes = true;
    }
    size_t register_bytes = (size_t)registers * REGISTER_BYTES;
    size_t threads = is_shared && vm->host.threads > 1 ? (size_t)vm->host.threads : 1;
    CLuaLaneOperation *copy = malloc((count ? count : 1) * sizeof *copy);
    char *memory = aligned_alloc(REGISTER_ALIGNMENT, threads * register_bytes);
    uint64_t *removed = is_shared && removes ? calloc(vm->columns.capacity / 64 + 2, sizeof *removed) : NULL;
    if (!copy || !memory || (is_shared && removes && !removed)) {
        free(copy);
        free(memory);
        free(removed);
        return false;
    }
    memcpy(copy, operations, count * sizeof *copy);
    memset(memory, 0, threads * register_bytes);
    free(kernel->operations);
    free(kernel->registers);
    free(kernel->removed);
    kernel->operations = copy;
    kernel->operation_count = count;
    kernel->registers = memory;
    kernel->register_bytes = register_bytes;
    kernel->removed = removed;
    kernel->is_shared = is_shared && vm->host.share_out;
    kernel->installed = true;
    kernel->fits = true;
    kernel->misfit = -1;
    return true;
}

bool clua_kernel_fits(const CLuaVM *vm) { return !vm->kernel || !vm->kernel->installed || vm->kernel->fits; }

int32_t clua_kernel_misfit(const CLuaVM *vm, CLuaUniformType *type) {
    if (!vm->kernel) return -1;
    *type = vm->kernel->misfit_type;
    return vm->kernel->misfit;
}

const void *clua_update_identity(const CLuaVM *vm) { return vm->update_identity; }

CLuaKernelCounts clua_kernel_counts(const CLuaVM *vm) {
    return vm->kernel ? vm->kernel->counts : (CLuaKernelCounts){0};
}

// A pass over the flakes.
typedef struct Pass {
    lua_State *L;
    CLuaVM *vm;
    Kernel *kernel;
    LaneFrame frame;
    LaneRunner *run;
    double dt;
    int function;
    uint32_t last;  // the last flake that was there when the pass began
    bool broken;    // the rest is called: the uniforms fit no more, or too many chunks were given up
    uint64_t compiled, refreshes;
} Pass;

static void take_numbers(Kernel *kernel) {
    for (size_t i = 0; i < kernel->operation_count; i++) {
        CLuaLaneOperation *operation = &kernel->operations[i];
        if (operation->uniform >= 0) operation->k = kernel->answers[operation->uniform].number;
        if (operation->second >= 0) operation->k2 = kernel->answers[operation->second].number;
        if (operation->third >= 0) operation->k3 = kernel->answers[operation->third].number;
    }
}

static bool refresh(Pass *pass) {
    Kernel *kernel = pass->kernel;
    kernel->misfit = -1;
    kernel->fits = lua_topointer(pass->L, pass->function) == kernel->closures[0] &&
                   clua_refresh_uniforms(pass->L, pass->vm, kernel);
    if (kernel->fits) take_numbers(kernel);
    pass->frame.rows = kernel->rows;
    return kernel->fits;
}

static bool are_all_alive(const uint8_t *state, int count) {
    uint64_t differences = 0, word;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        memcpy(&word, state + i, sizeof word);
        differences |= word ^ 0x0101010101010101;
    }
    for (; i < count; i++) differences |= state[i] ^ 1;
    return !differences;
}

// Fills register 0; answers how many flakes there are.
static int find_flakes(Pass *pass, uint32_t start, int count) {
    const CLuaVM *vm = pass->vm;
    LaneFrame *frame = &pass->frame;
    frame->start = start;
    frame->count = count;
    // Only what was called can have brought newcomers.
    bool newcomers = vm->scene.last_birth != pass->last;
    frame->all_live = !newcomers && are_all_alive(vm->columns.state + start, count);
    if (frame->all_live && count == CLUA_LANES && frame->is_full) return count;
    int64_t *mask = (int64_t *)frame->registers;
    int alive = 0;
    for (int lane = 0; lane < count; lane++) {
        bool counts = vm->columns.state[start + (uint32_t)lane] == 1 &&
                      (!newcomers || vm->columns.birth_number[start + (uint32_t)lane] <= pass->last);
        mask[lane] = -(int64_t)counts;
        alive += counts;
    }
    memset(mask + count, 0, (size_t)(CLUA_LANES - count) * sizeof *mask);
    frame->is_full = alive == CLUA_LANES;
    return alive;
}

static void remove_flake(CLuaVM *vm, uint32_t slot) {
    Handle handle = {slot, vm->columns.generation[slot]};
    clua_guard(vm);
    vm->host.remove(vm->host.scene_context, handle_value(handle));
    clua_unguard(vm);
}

static const int64_t *removed_lanes(const LaneFrame *frame) {
    return (const int64_t *)(frame->registers + (size_t)frame->removed * REGISTER_BYTES);
}

static void remove_flakes(Pass *pass) {
    const LaneFrame *frame = &pass->frame;
    const int64_t *removed = removed_lanes(frame);
    for (int lane = 0; lane < frame->count; lane++)
        if (removed[lane]) remove_flake(pass->vm, frame->start + (uint32_t)lane);
}

static void call_for(Pass *pass, uint32_t start, uint32_t end) {
    pass->kernel->counts.called += clua_call_updates(
        pass->L, pass->vm, pass->dt, pass->function, start, end, pass->last);
}

static void update_chunk(Pass *pass, uint32_t start, int count) {
    Kernel *kernel = pass->kernel;
    LaneFrame *frame = &pass->frame;
    int alive = find_flakes(pass, start, count);
    if (!alive) return;
    frame->removed = -1;
    // Noise is a callback of the host, and no chunk takes long.
    clua_guard(pass->vm);
    bool done = pass->run(kernel->operations, kernel->operation_count, frame);
    clua_unguard(pass->vm);
    if (done) {
        pass->compiled += (uint64_t)alive;
        kernel->counts.compiled += (uint64_t)alive;
        if (frame->removed >= 0) remove_flakes(pass);
        return;
    }
    if (count > PART) {
        for (int part = 0; part < count; part += PART) {
            int left = count - part, length = left < PART ? left : PART;
            if (pass->broken)
                call_for(pass, start + (uint32_t)part, start + (uint32_t)(part + length));
            else
                update_chunk(pass, start + (uint32_t)part, length);
        }
        return;
    }
    call_for(pass, start, start + (uint32_t)count);
    // Whatever that did, the others see.
    bool is_worthwhile = ++pass->refreshes <= FREE_REFRESHES + pass->compiled / FLAKES_A_REFRESH;
    pass->broken = !is_worthwhile || !refresh(pass);
}

// A pass that threads share out: no chunk needs Lua, or the scene.
typedef struct SharedPass {
    const Pass *pass;
    uint32_t end;
    atomic_uint_fast64_t compiled;
} SharedPass;

enum {
    SHARE = 16 * CLUA_LANES,  // flakes that a thread takes at a time: few, so that all are done at about the same time
    WORTH_SHARING = 32768,    // fewer are done before another thread has woken
};

static void run_share(void *context, size_t number, size_t thread) {
    SharedPass *shared = context;
    const Kernel *kernel = shared->pass->kernel;
    Pass own = *shared->pass;
    own.frame.registers = kernel->registers + thread * kernel->register_bytes;
    own.frame.is_full = false;
    uint32_t start = (uint32_t)number * SHARE, end = start + SHARE < shared->end ? start + SHARE : shared->end;
    uint64_t compiled = 0;
    for (; start < end && !own.vm->expired; start += CLUA_LANES) {
        int alive = find_flakes(&own, start, end - start < CLUA_LANES ? (int)(end - start) : CLUA_LANES);
        if (!alive) continue;
        own.frame.removed = -1;
        own.run(kernel->operations, kernel->operation_count, &own.frame);
        compiled += (uint64_t)alive;
        if (own.frame.removed < 0) continue;
        const int64_t *removed = removed_lanes(&own.frame);
        for (int lane = 0; lane < own.frame.count; lane++)
            if (removed[lane]) kernel->removed[(start + (uint32_t)lane) / 64] |= UINT64_C(1) << (start + (uint32_t)lane) % 64;
    }
    atomic_fetch_add_explicit(&shared->compiled, compiled, memory_order_relaxed);
}

static void share_out(Pass *pass, uint32_t end) {
    CLuaVM *vm = pass->vm;
    Kernel *kernel = pass->kernel;
    SharedPass shared = {.pass = pass, .end = end};
    clua_guard(vm);
    vm->host.share_out((end + SHARE - 1) / SHARE, run_share, &shared);
    clua_unguard(vm);
    kernel->counts.compiled += shared.compiled;
    // In the order of the slots, as on one thread.
    for (uint32_t word = 0; kernel->removed && word < end / 64 + 1; word++) {
        uint64_t bits = kernel->removed[word];
        kernel->removed[word] = 0;
        for (; bits; bits &= bits - 1) remove_flake(vm, 64 * word + (uint32_t)__builtin_ctzll(bits));
    }
    // When the time is up the next call raises, at a line of the script.
    if (vm->expired) call_for(pass, 0, end);
}

bool clua_run_kernel(lua_State *L, CLuaVM *vm, double dt, int function, uint32_t last) {
    Kernel *kernel = vm->kernel;
    if (!kernel || !kernel->installed || vm->fuel) return false;
    Pass pass = {.L = L, .vm = vm, .kernel = kernel, .dt = dt, .function = function, .last = last};
    kernel->dt = dt;
    if (!refresh(&pass)) return false;
    uint64_t seed = clua_mix(vm->scene.seed + 0x9E3779B97F4A7C15);
    pass.frame.registers = kernel->registers;
    pass.frame.fields = vm->columns.fields;
    pass.frame.aspect = vm->columns.aspect;
    pass.frame.color = vm->columns.color;
    pass.frame.birth_number = vm->columns.birth_number;
    pass.frame.random_base = clua_mix(seed ^ (uint64_t)vm->scene.frame * 0xD1B54A32D192ED03);
    pass.frame.scene_context = vm->host.scene_context;
    pass.frame.ground = vm->host.ground;
    for (const Pure *pure = vm->pures; pure; pure = pure->next)
        if (pure->known == CLUA_FUNCTION_NOISE) pass.frame.noise = pure->function;
    pass.run = is_wide() ? clua_run_lanes_wide : clua_run_lanes_portable;
    if (kernel->is_shared && vm->scene.high_water >= WORTH_SHARING) {
        share_out(&pass, vm->scene.high_water);
        return true;
    }
    for (uint32_t start = 0; start < vm->scene.high_water; start += CLUA_LANES) {
        uint32_t left = vm->scene.high_water - start;
        int count = left < CLUA_LANES ? (int)left : CLUA_LANES;
        if (vm->counts && start / CLUA_LANES % 16 == 0) clua_look_at_clock(vm);
        // When the time is up the next call raises, at a line of the script.
        if (pass.broken || vm->expired)
            call_for(&pass, start, start + (uint32_t)count);
        else
            update_chunk(&pass, start, count);
    }
    return true;
}
